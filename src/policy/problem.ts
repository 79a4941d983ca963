/**
 * Part of reading policies: what is wrong with a policy, in words that a person can act on.
 *
 * INVARIANT: no text from a policy reaches a terminal unescaped, because strangers write the files of a checkout.
 */

export interface Problem {
  /** An error makes the whole file broken: nothing is allowed until it is fixed. */
  readonly severity: 'error' | 'warning'
  readonly file: string
  /** Counted from 1; 0 if the policy was not read from text. */
  readonly line: number
  readonly col: number
  /** Where in the policy, such as `deny[2].rule`; empty for the whole. */
  readonly path: string
  readonly message: string
  /** What was probably meant and can be written instead. */
  readonly suggestion?: string
}

/** ``countersign.yaml:4:9 deny[0]: `Bsh` is no tool known here; did you mean `Bash`?`` */
export function formatProblem(problem: Problem): string {
  const place = problem.line > 0 ? `${problem.file}:${problem.line}:${problem.col}` : problem.file
  const subject = problem.path === '' ? '' : ` ${problem.path}`
  return `${plain(place)}${subject}: ${sayProblem(problem)}`
}

/** The same without its place. */
export function sayProblem({ message, suggestion }: Problem): string {
  return suggestion === undefined ? message : `${message}; did you mean ${quoted(suggestion)}?`
}

/** Why nothing may be allowed at present, in one sentence; undefined if no problem is an error. */
export function describeBroken(problems: readonly Problem[]): string | undefined {
  const errors = problems.filter((problem) => problem.severity === 'error')
  const first = errors[0]
  if (first === undefined) return undefined
  const files = new Set(errors.map((error) => error.file))
  const others = errors.length - 1
  const count = others === 0 ? '' : ` (and ${others} more ${others === 1 ? 'error' : 'errors'})`
  return `${[...files].map(plain).join(' and ')} cannot be relied on: ${formatProblem(first)}${count}`
}

const SHOWN = 80

/** Text from a policy inside a sentence: in backticks, shortened, without characters that draw or hide. */
export function quoted(text: string): string {
  const short = text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text
  return `\`${plain(short)}\``
}

/** Spells out control characters, direction marks and other invisible characters. */
export function plain(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  // Created only when needed: compiling the properties in it takes longer than reading a policy.
  hidden ??= new RegExp('[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}]', 'gu')
  return text.replace(hidden, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)
}

let hidden: RegExp | undefined

/** The path of a field or an item below another: `deny`, `deny[2]`, `deny[2].rule`, `where["a b"]`. */
export function below(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`
  const name = key.length > SHOWN ? `${key.slice(0, SHOWN - 1)}…` : key
  if (!/^[\w$-]+$/.test(name)) return `${path}["${plain(name)}"]`
  return path === '' ? name : `${path}.${name}`
}
