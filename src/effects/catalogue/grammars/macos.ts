/** Part of the command catalogue: programs of macOS that show or change by one word of theirs. */

import { type Draft, sawFlag, spoil } from '../draft.ts'
import { addValue } from '../values.ts'

const TO = new Set(['-o'])

/** `plutil -convert json -o - f` and `plutil -extract key raw f` print; without it the file is what is written. */
export function printedList(draft: Draft): void {
  const targets = draft.flags.filter(({ flag }) => flag.names.includes('-o'))
  for (const { index, value } of targets) if (value !== '-') addValue(draft, 'w', index, value)
  const rewrites = draft.flags.some(
    ({ flag, value }) => flag.names.includes('-convert') || (flag.names.includes('-extract') && value !== 'raw'),
  )
  if (!rewrites || sawFlag(draft, TO)) return
  for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index])
  spoil(draft, 'rewrites the list')
}

/** `codesign -d --entitlements - app` prints them, with another word they are written. */
export function printedParts(draft: Draft): void {
  for (const { flag, index, value } of draft.flags)
    if (flag.arity === 1 && value !== '-' && value !== ':-') {
      addValue(draft, 'w', index, value)
      spoil(draft, 'writes a part of the signature')
    }
}

const HERE = new Set(['.', '/Search', '/Local/Default'])
const LOOKS = new Set('list -list ls -ls read -read readall -readall search -search'.split(' '))

/** What a password can be guessed from. */
const HASHED = /hash|password|kerberos|srpkey/iu

/** `dscl . -read /Users/me`: another directory than that of this host is asked over the network, any other word changes it. */
export function readsDirectory(draft: Draft): void {
  const [, node, verb, , ...attributes] = draft.argv
  if (!HERE.has(node ?? '') || !LOOKS.has(verb ?? '')) return spoil(draft, 'changes or asks a directory')
  if (attributes.some((word) => word === null || HASHED.test(word))) spoil(draft, 'may show the hash of a password')
}

const KEPT_HERE = new Set(['user', 'group', 'service', 'protocol', 'rpc', 'mount'])

/** `dscacheutil -q host -a name x` asks a name server. */
export function localCategory(draft: Draft): void {
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-q') && !KEPT_HERE.has(value ?? '')) spoil(draft, 'may ask a name server')
}

const CHANGES = new Set(['-w', '-d', '-c'])

/** xattr shows, unless it is told to write, delete or clear. */
export function changedAttributes(draft: Draft): void {
  if (sawFlag(draft, CHANGES)) for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index])
}

/** `PlistBuddy -c 'Print :Key' f`: every other command of its own changes the file, and without one it reads them. */
export function onlyPrintedKeys(draft: Draft): void {
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-c') && !/^print(?: [\w:.-]*)?$/iu.test(value ?? '')) {
      for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index])
      spoil(draft, 'changes the list')
    }
}
