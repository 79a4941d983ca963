/**
 * Part of the command catalogue: programs in which a word names a file, or contains more words, although its place
 * suggests otherwise.
 */

import { type Draft, short, spoil, traits } from '../draft.ts'
import { addValue } from '../values.ts'
import { onlyFiles } from './documents.ts'

/** aws: `file://x` reads a file for any parameter, `https://x` fetches it. */
export function awsValues(draft: Draft): void {
  for (let index = draft.from; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    const found = word == null ? null : /^(?:--[\w-]+=)?(fileb?|https?):\/\/(.*)$/isu.exec(word)
    if (found === null) continue
    if (found[1]?.startsWith('file') === true) addValue(draft, 'r', index, found[2])
    else spoil(draft, `fetches ${short(word ?? '')}`)
  }
}

const ACCOUNTS = new Set(['--vault-name', '--account-name'])

/** az: the name of an account becomes the first part of a host name; `x/` would make it a whole host. */
export function plainAccounts(draft: Draft): void {
  for (const { flag, value } of draft.flags)
    if (flag.names.some((name) => ACCOUNTS.has(name)) && !/^[\w-]+$/u.test(value ?? ''))
      spoil(draft, 'may talk to another host')
}

/** kubectl: `-o go-template-file=x` reads a template, and so does `-o templatefile --template x`. */
export function outputFile(draft: Draft): void {
  const shown = draft.flags.filter(({ flag }) => flag.names.includes('-o'))
  for (const { index, value } of shown) {
    const file = /^=?[\w-]+-file=(.*)$/su.exec(value ?? '')?.[1]
    if (file !== undefined) addValue(draft, 'r', index, file)
    if (value === null && !WRITTEN_OUT.test(traits(draft, index).prefix ?? ''))
      spoil(draft, 'may take a template from a file')
  }
  if (!shown.some(({ value }) => value?.endsWith('file') === true)) return
  for (const { flag, index, value } of draft.flags)
    if (flag.names.includes('--template')) addValue(draft, 'r', index, value)
}

/** With these the template is on the line, or there is none. */
const WRITTEN_OUT = /^(?:-o|--output)?=?(?:jsonpath|custom-columns|go-template|json|yaml|wide|name)(?:=|$)/u

/** mediainfo: `--Inform=file://x` shows the content of the file. */
export function shownTemplates(draft: Draft): void {
  onlyFiles(draft)
  for (const { index, value } of draft.flags) {
    const file = /^(?:[a-z]+;)?file:\/\/(.*)$/isu.exec(value ?? '')?.[1]
    if (file !== undefined) addValue(draft, 'r', index, file)
    if (value === null) spoil(draft, 'may take a template from a file')
  }
}

/** less: after a number, and after the `$` that ends a text, more flags follow in the same word (`-b5ofile`). */
export function lessValues(draft: Draft): void {
  for (const { flag, value } of draft.flags) {
    if (value === undefined) continue
    const isText = flag.names.includes('-p') || flag.names.includes('-P')
    if (value === null || (isText ? value.includes('$') : !/^-?[\d.,]*$/u.test(value)))
      spoil(draft, `flag ${flag.names[0]} with more behind it`)
  }
}

/** The binutils and others take more words from `@file`, wherever it stands, and `--plugin` may be among them. */
export function argumentFiles(draft: Draft): void {
  for (let index = draft.from; index < draft.argv.length; index++) {
    const word = draft.argv[index]
    if (word?.startsWith('@') !== true) continue
    addValue(draft, 'r', index, word.slice(1))
    spoil(draft, `takes its words from ${short(word)}`)
  }
}
