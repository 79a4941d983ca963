/** Part of the danger catalogue: where a program that copies, moves or links puts its files. */

import { baseName } from './input.ts'
import type { DangerInput } from './input.ts'
import type { Line, Operand } from './line.ts'
import { spelledPath } from './places.ts'

const NONE: readonly string[] = []
/**
 * `cp -t FOLDER a b`. After `-S`, and for install after `-g`, `-m` and `-o`, the `t` belongs to their value:
 * `cp -St a b`.
 */
const INTO = /^(?:-[A-RT-Za-fh-lnp-z]*t|--target-directory)$/u
const INTO_GLUED = /^(?:-[A-RT-Za-fh-lnp-su-z]*t(?=[^A-Za-z])|--target-directory=)(.+)$/u

/** For these, `-t` means something else. */
const OTHERWISE: ReadonlySet<string> = new Set(['rsync', 'scp', 'ditto'])

/** The files that it writes, as far as its words tell. */
export function copiedTo({ program, argv, spelled }: DangerInput, { operands }: Line): readonly string[] {
  const texts = operands.map((operand) => spelledOperand(operand, spelled))
  if (OTHERWISE.has(program)) return intoLast(texts)
  const at = argv.findIndex((word) => word !== null && INTO.test(word))
  const glued = argv.map((word) => INTO_GLUED.exec(word ?? '')?.[1]).find((folder) => folder !== undefined)
  if (at < 0 && glued === undefined) return intoLast(texts)
  const folder = at < 0 ? glued : spelledOperand({ text: argv[at + 1] ?? null, index: at + 1 }, spelled)
  const sources = operands.flatMap(({ index }, place) => (at >= 0 && index === at + 1 ? [] : (texts[place] ?? [])))
  return folder === undefined ? NONE : intoLast([...sources, folder.endsWith('/') ? folder : `${folder}/`])
}

/** `tee /etc/sudoers.d/$USER`: the text of the word, or the part that tells where the file lies. */
export function spelledOperand(
  { text, index }: Pick<Operand, 'text' | 'index'>,
  spelled: DangerInput['spelled'],
): string | undefined {
  return text ?? spelledPath(spelled?.[index])
}

/**
 * A copy into a folder writes files there under the sources' names. If the last word is not known, what is written is
 * not known either.
 */
function intoLast(texts: readonly (string | undefined)[]): readonly string[] {
  // A file of another machine is judged by its path there: `scp x prod:/etc/cron.d/x`.
  const to = texts.at(-1)?.replace(/^[\w.@${}-]+:(?=[/~])/u, '')
  if (to === undefined) return NONE
  if (!to.endsWith('/')) return [to]
  return [to, ...texts.slice(0, -1).flatMap((from) => (from === undefined ? [] : to + baseName(from)))]
}
