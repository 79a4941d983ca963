/** Part of the command catalogue: programs of macOS in which one word decides whether they show or change something. */

import { type Draft, sawFlag, spoil } from '../draft.ts'
import { addValue } from '../values.ts'

const TO = new Set(['-o'])

/** `plutil -convert json -o - f` and `plutil -extract key raw f` print; otherwise the file itself is written. */
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

/** `codesign -d --entitlements - app` prints them; with another word they are written to a file. */
export function printedParts(draft: Draft): void {
  for (const { flag, index, value } of draft.flags)
    if (flag.arity === 1 && value !== '-' && value !== ':-') {
      addValue(draft, 'w', index, value)
      spoil(draft, 'writes a part of the signature')
    }
}

const HERE = new Set(['.', '/Search', '/Local/Default'])
const LOOKS = new Set('list -list ls -ls read -read readall -readall search -search'.split(' '))

/** Attributes from which a password can be guessed. */
const HASHED = /hash|password|kerberos|srpkey/iu

/**
 * `dscl . -read /Users/me`. A directory other than this host's is asked over the network, and any other verb changes
 * something.
 */
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

/**
 * `PlistBuddy -c 'Print :Key' f`: every other command changes the file, and without `-c` it reads commands from the
 * input.
 */
export function onlyPrintedKeys(draft: Draft): void {
  for (const { flag, value } of draft.flags)
    if (flag.names.includes('-c') && !/^print(?: [\w:.-]*)?$/iu.test(value ?? '')) {
      for (const index of draft.operands) addValue(draft, 'w', index, draft.argv[index])
      spoil(draft, 'changes the list')
    }
}
