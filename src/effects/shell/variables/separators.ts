/** Part of reading shell lines: the characters at which words end, according to the line (`IFS`). */

import type { Assign, Script } from '../syntax/script.ts'

export interface Separators {
  /** The variables that hold the earlier separators. */
  readonly kept: ReadonlySet<string>
  /** All characters at which words may end besides blanks; undefined if they are not known. */
  readonly signs: string | undefined
}

export const BLANKS: Separators = { kept: new Set(), signs: '' }

/** For a line that sets IFS. `isUnseen`: something other than an assignment may set it, too. */
export function separatorsIn({ commands }: Script, once: ReadonlySet<string>, isUnseen: boolean): Separators {
  const assigns = commands.flatMap((command) => command.assigns)
  const kept = new Set(assigns.filter((assign) => isKept(assign, once)).map(({ name }) => name))
  const set = assigns.filter(({ name }) => name === 'IFS').map((assign) => signsOf(assign, kept))
  return { kept, signs: isUnseen || set.includes(undefined) ? undefined : set.join('') }
}

/** `before=$IFS` */
function isKept({ name, value, append, subscript }: Assign, once: ReadonlySet<string>): boolean {
  return onlyVariable(value) === 'IFS' && !append && subscript === undefined && once.has(name)
}

function signsOf({ value, array, subscript }: Assign, kept: ReadonlySet<string>): string | undefined {
  if (array !== undefined || subscript !== undefined) return undefined
  if (value?.dynamic === true) return kept.has(onlyVariable(value) ?? '') ? '' : undefined
  return (value?.value ?? '').replaceAll(/\s/gu, '')
}

function onlyVariable(value: Assign['value']): string | undefined {
  const [part, ...others] = value?.parts ?? []
  return part?.kind === 'variable' && others.length === 0 ? part.text : undefined
}

/** Whether one of these texts contains a separator that is not a blank. */
export function endsAt({ signs }: Separators, texts: readonly string[]): boolean {
  if (signs === undefined) return true
  for (const sign of signs) if (texts.some((text) => text.includes(sign))) return true
  return false
}
