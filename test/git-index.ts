/** Part of the tests: an index as git writes it, for repositories that are only described. */

const HEADER = 12
/** Times, owner, size, hash and flags, which stay empty but for the length of the name. */
const FIXED = 62
const HASH = 20

export function gitIndex(names: readonly string[]): Uint8Array {
  const header = Buffer.alloc(HEADER)
  header.write('DIRC')
  header.writeUInt32BE(2, 4)
  header.writeUInt32BE(names.length, 8)
  const entries = names.toSorted().map((text) => {
    const name = Buffer.from(text)
    const entry = Buffer.alloc((FIXED + name.length + 8) & ~7)
    entry.writeUInt16BE(name.length, FIXED - 2)
    name.copy(entry, FIXED)
    return entry
  })
  return Buffer.concat([header, ...entries, Buffer.alloc(HASH)])
}
