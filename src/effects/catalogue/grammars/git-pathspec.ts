/**
 * Part of the command catalogue: which of the files that git tracks a command is about, by its pathspecs.
 *
 * INVARIANT: a file counts as left out only if it surely is.
 */

type Fits = (name: string) => boolean

/** Those of the names that the words leave: of the last ones all are paths, of the others some may be revisions. */
export function chosenBy(words: readonly string[], names: readonly string[], paths = words.length): readonly string[] {
  const specs: string[] = []
  const from = words.length - paths
  for (const [at, word] of words.entries()) {
    const fits = EXCLUDED.test(word) || names.some(fittingPathspec([word]))
    // A path that is spelled in another way may be any of them.
    if (!fits && (at >= from || OTHERWISE.test(word))) return names
    if (fits) specs.push(word)
  }
  return names.filter(fittingPathspec(specs))
}

const OTHERWISE = /^[.:/]|\/(?:\.{0,2}(?:\/|$))|[*?[]/

const FITS_ANY: Fits = () => true
/** A star stands for slashes, too. */
const PATHSPEC = /^([\w./-]*)\*([\w.-]*)$|^([\w./-]+?)\/*$/
/** `:!src`: all but that. */
export const EXCLUDED = /^:(?:[!^]|\(exclude\))(?=[\w*.])/

/** For `'*.ts' src ':!x.ts'`: whether a name, as it is counted from the folder, may be among them. */
function fittingPathspec(words: readonly string[]): Fits {
  const isExcluded = (word: string) => EXCLUDED.test(word)
  const wanted = words.filter((word) => !isExcluded(word)).map(reading)
  const left = words.filter(isExcluded).map((word) => reading(word.replace(EXCLUDED, '')))
  const isWanted = wanted.length === 0 || wanted.includes(undefined) ? FITS_ANY : any(wanted)
  const isLeftOut = any(left)
  return (name) => isWanted(name) && !isLeftOut(name)
}

function any(readings: readonly (Fits | undefined)[]): Fits {
  return (name) => readings.some((fits) => fits?.(name) === true)
}

/** Undefined for one that says more than where its files lie and how they end. */
function reading(word: string): Fits | undefined {
  const parts = PATHSPEC.exec(word)
  if (parts === null) return undefined
  const [, begins = '', ends = '', whole] = parts
  if (whole === undefined)
    return (name) => name.length >= begins.length + ends.length && name.startsWith(begins) && name.endsWith(ends)
  return (name) => whole === '.' || name === whole || name.startsWith(`${whole}/`)
}
