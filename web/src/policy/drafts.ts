/** Part of the policy page: texts that have been edited and not saved. They are kept while other pages are shown. */

import { signal } from '@preact/signals'
import type { Candidate, PolicyFileView } from '../../../src/server/api.ts'

export interface Draft {
  readonly text: string
  /** The fingerprint of the text that was edited: it is sent when saving, so that nobody's change is lost. */
  readonly print: string
}

/** By file. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map())

export function textOf({ file, text }: PolicyFileView): string {
  return drafts.value.get(file)?.text ?? text
}

export function edit(file: PolicyFileView, text: string): void {
  const next = new Map(drafts.value)
  if (text === file.text) next.delete(file.file)
  else next.set(file.file, { text, print: drafts.value.get(file.file)?.print ?? file.print })
  drafts.value = next
}

export function forget(file: string): void {
  const next = new Map(drafts.value)
  next.delete(file)
  drafts.value = next
}

/** The files with the edited texts; undefined if nothing has been edited. */
export function candidateOf(files: readonly PolicyFileView[], cwd: string): Candidate | undefined {
  const changed = files.flatMap(({ file, layer }) => {
    const draft = drafts.value.get(file)
    return draft === undefined ? [] : [{ layer, text: draft.text }]
  })
  return changed.length === 0 ? undefined : { cwd, files: changed }
}
