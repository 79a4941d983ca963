/** Part of the strict shell parser's tests: short forms of what was read, and the corpus. */

// oxlint-disable-next-line no-restricted-imports -- for tests only, imported by nothing else
import { existsSync, readFileSync } from 'node:fs'
import { parseShell } from './parse.ts'
import type { Script, ShellWord, SimpleCommand } from './script.ts'

/** The script; throws an error that says why there is none. */
export function accepted(source: string): Script {
  const parsed = parseShell(source)
  if (!parsed.ok) throw new Error(`refused at ${parsed.at}: ${parsed.reason}: ${JSON.stringify(source)}`)
  return parsed.script
}

/** Why the source is refused; undefined if it is accepted. */
export function refusal(source: string): string | undefined {
  const parsed = parseShell(source)
  return parsed.ok ? undefined : parsed.reason
}

export const argv = (command: SimpleCommand): (string | null)[] => command.words.map(plain)

const plain = (word: ShellWord): string | null => (word.dynamic ? null : word.value)

/** The words of every command that has any; null stands for a dynamic word. */
export function argvs(source: string): (string | null)[][] {
  return accepted(source)
    .commands.filter((command) => command.words.length > 0)
    .map(argv)
}

export function only(source: string): SimpleCommand {
  const { commands } = accepted(source)
  const [command] = commands
  if (command === undefined || commands.length > 1) throw new Error(`${commands.length} commands in ${source}`)
  return command
}

/** The word at that index of the only command. */
export function word(source: string, index: number): ShellWord {
  const found = only(source).words[index]
  if (found === undefined) throw new Error(`no word ${index} in ${source}`)
  return found
}

const OURS = new URL('../../../../spec/corpus/', import.meta.url)
/** Data of other projects, only for measuring: kept beside the repository, never in it. */
const PEERS = new URL('../../../../../shared/corpus/peers/', import.meta.url)

export const arePeersHere = existsSync(PEERS) || process.env['CI'] !== undefined

/** Lines of a corpus file; those of `peers/` may be absent. */
export function corpus<T>(file: string): T[] {
  return file.startsWith('peers/') ? peers<T>(file.slice('peers/'.length)) : linesOf<T>(new URL(file, OURS))
}

/** Lines of data that may be absent; if `CI` is set, they must exist. */
function peers<T>(file: string): T[] {
  if (arePeersHere) return linesOf<T>(new URL(file, PEERS))
  console.warn(`${file} is not on this machine: what it would show is left out`)
  return []
}

function linesOf<T>(url: URL): T[] {
  return readFileSync(url, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T)
}
