/**
 * Part of reading paths: the lines of a `.gitignore`.
 *
 * INVARIANT: a line that is not understood leaves nothing out, and may let anything in. Comparing a name with a line takes no
 * longer than the name is long.
 */

export interface IgnoreLine {
  /** It begins with `!`. */
  readonly lets: boolean
  readonly onlyFolders: boolean
  /** It says where, from the folder of the file; others are names at any depth. */
  readonly isPlaced: boolean
  /** Whether it is about the file, by its path from there and its name; undefined if it is not understood. */
  readonly fits: ((below: string, name: string) => boolean) | undefined
}

const UNDERSTOOD = /^[\w.*@+/-]+$/
const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The last line first; undefined if it is no text: programs differ in what they make of that. */
export function readIgnoreLines(bytes: Uint8Array): readonly IgnoreLine[] | undefined {
  try {
    return TEXT.decode(bytes).split('\n').flatMap(readLine).toReversed()
  } catch {
    return undefined
  }
}

function readLine(text: string): IgnoreLine[] {
  const line = text.replace(/\r$/, '').replace(/(?<!\\) +$/, '')
  if (line === '' || line.startsWith('#')) return []
  const lets = line.startsWith('!')
  const pattern = lets ? line.slice(1) : line
  const bare = pattern.replace(/\/$/, '')
  const isPlaced = bare.includes('/')
  const fits =
    UNDERSTOOD.test(bare) && !bare.endsWith('/')
      ? isPlaced
        ? placed(bare.replace(/^\//, ''))
        : named(bare)
      : undefined
  return [{ lets, onlyFolders: pattern.endsWith('/'), isPlaced, fits }]
}

function named(pattern: string): IgnoreLine['fits'] {
  const [begins = '', ends, ...others] = pattern.split('*')
  if (ends === undefined) return (_, name) => name === pattern
  if (others.length > 0) return undefined
  return (_, name) => name.length >= begins.length + ends.length && name.startsWith(begins) && name.endsWith(ends)
}

/** At most one star in each name, and `**` only in front: `src/*.log`, `**\/dist`. */
function placed(pattern: string): IgnoreLine['fits'] {
  const isDeep = pattern.startsWith('**/')
  const names = (isDeep ? pattern.slice('**/'.length) : pattern).split('/')
  const tests = names.map((name) => (name === '' ? undefined : named(name)))
  if (tests.includes(undefined)) return undefined
  return (below) => {
    const given = below.split('/')
    if (isDeep ? given.length < tests.length : given.length !== tests.length) return false
    const from = given.length - tests.length
    return tests.every((fits, at) => fits?.('', given[from + at] as string) === true)
  }
}
