/** Part of reading shell lines: the texts that the expansions of a word stand for, as far as the line tells them. */

import type { Part, ShellWord } from '../syntax/script.ts'
import { BLANKS, endsAt } from '../variables/separators.ts'
import type { Environment } from '../variables/state.ts'
import type { Value } from '../variables/survey.ts'
import { givenWord } from './lists.ts'

const MOST = 32

/** `by`: the variable whose value alone decides which of the texts it is. */
export type WordValue = Pick<Value, 'texts' | 'glob'> & { readonly by?: string | undefined }

/** The texts that a word with expansions may become; undefined if one of them is unknown or would be split. */
export function valueOf(word: ShellWord, environment: Environment, home: string): WordValue | undefined {
  let texts: readonly string[] | undefined
  let glob = word.glob
  let by: string | undefined
  for (const part of word.parts) {
    const value = partValue(part, word.span.start, environment, home)
    if (value === undefined) return undefined
    if (
      !part.quoted &&
      part.kind !== 'text' &&
      (value.texts.some(splits) || splitsElsewhere(part, value.texts, environment))
    )
      return undefined
    const again = part.kind === 'variable' && part.text === by
    if (value.texts.length > 1 && !again) by = part.kind === 'variable' && (texts?.length ?? 1) === 1 ? part.text : ''
    if (texts === undefined) texts = value.texts
    else if (again) texts = texts.map((head, at) => head + (value.texts[at] ?? ''))
    else texts = texts.flatMap((head) => value.texts.map((tail) => head + tail))
    glob ||= value.glob
    if (texts.length > MOST) return undefined
  }
  return { texts: texts ?? [''], glob, by: by === '' ? undefined : by }
}

function partValue(
  part: Part,
  at: number,
  environment: Environment,
  home: string,
): Pick<Value, 'texts' | 'glob'> | undefined {
  if (part.kind === 'text') return { texts: [part.text], glob: false }
  const { survey } = environment
  if (part.kind === 'special' && environment.given !== undefined) return givenWord(part.text, environment.given)
  if (survey.blind) return undefined
  if (part.kind === 'command' && survey.printed.get(part.scope) === 'here' && environment.folders !== null)
    return { texts: environment.folders, glob: false }
  if (part.kind !== 'variable') return undefined
  const known = environment.valueAt(part.text, at)
  if (known !== undefined || survey.touched.has(part.text)) return known
  if (part.text === 'HOME') return { texts: [home], glob: false }
  if (part.text === 'PWD' && environment.folders !== null) return { texts: environment.folders, glob: false }
  return undefined
}

/** `f() { local IFS=x; cat $1; }`, `IFS=x; cat $a` */
function splitsElsewhere({ kind }: Part, texts: readonly string[], { given, survey }: Environment): boolean {
  if (kind === 'special' && (survey.blind || given?.spaced !== true)) return true
  return survey.separators !== BLANKS && endsAt(survey.separators, texts)
}

/** Whether such a value, without quotes, becomes several words, or names of files. */
function splits(text: string): boolean {
  return text === '' || /[\s*?[\\]/.test(text)
}
