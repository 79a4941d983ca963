/**
 * Part of the wrapper catalogue: commands that stand as plain string literals in program text of another language.
 *
 * One pass over the text, without parsing. Finding too much is better than too little, because only restrictions look
 * at the result.
 */

import { innerArgv, innerCut, innerScript } from './unwrapped.ts'
import type { Unwrapped } from './unwrapped.ts'

/** Calls of Python, Perl, Ruby, PHP, Lua, JavaScript and awk that run a command given as a string or a list. */
const CALLS: ReadonlySet<string> = new Set(
  'system popen popen2 popen3 exec execl execle execlp execlpe execv execve execvp execvpe execSync execFile execFileSync execute spawn spawnSync spawnl spawnlp spawnv spawnvp run call check_call check_output Popen getoutput getstatusoutput shell_exec passthru proc_open pcntl_exec capture2 capture2e capture3 pipeline sh script exe create_subprocess_shell create_subprocess_exec shellescape_exec command do_shell_script run-program process cmd system2 shell Process Command callCommand readProcess'.split(
    ' ',
  ),
)
const MOST = 200

/**
 * Literals in calls like `system("…")`, `run(["rm", "x"])`, and in backquotes or `%x(…)`. awk gives backquotes no
 * meaning, but the shell that it starts does.
 */
export function commandLiterals(code: string, backquotes = true): readonly Unwrapped[] {
  const out: Unwrapped[] = []
  let at = 0
  while (at < code.length) {
    if (out.length >= MOST) return [...out, innerCut('commands in code')]
    const char = code.charAt(at)
    if ((char === '`' && backquotes) || isQuotedCommand(code, at)) {
      const open = char === '`' ? at : at + 2
      const end = code.indexOf(closing(code.charAt(open)), open + 1)
      if (end < 0) break
      out.push(innerScript(code.slice(open + 1, end), 'sh'))
      at = end + 1
    } else if (isNameChar(char)) {
      const end = nameEnd(code, at)
      // Scheme's `(system* "rm" "x")`.
      if (CALLS.has(code.slice(at, end))) pushArguments(code, code.charAt(end) === '*' ? end + 1 : end, out)
      at = end
    } else {
      at++
    }
  }
  return out
}

/** Ruby's `%x(…)`, Perl's `qx(…)`. */
function isQuotedCommand(code: string, at: number): boolean {
  if (code.startsWith('%x', at)) return true
  return code.startsWith('qx', at) && !/\w/u.test(code.charAt(at + 2)) && !/\w/u.test(code.charAt(at - 1))
}

/** Commands an awk program starts: `system("…")`, `"…" | getline`, `print | "…"`. */
export function awkCommands(code: string): readonly Unwrapped[] {
  const out: Unwrapped[] = [...commandLiterals(code, false)]
  for (let at = code.indexOf('"'); at >= 0; at = code.indexOf('"', at + 1)) {
    if (out.length >= MOST) return [...out, innerCut('commands in code')]
    const literal = stringAt(code, at)
    if (literal === undefined) break
    if (isPiped(code, at, literal.end)) out.push(innerScript(literal.text, 'sh'))
    at = literal.end - 1
  }
  return out
}

function pushArguments(code: string, from: number, out: Unwrapped[]): void {
  let at = skipBlank(code, from)
  if (code.charAt(at) === '(') at = skipBlank(code, at + 1)
  const list = code.charAt(at) === '[' || code.charAt(at) === '('
  if (list) at = skipBlank(code, at + 1)
  const words: string[] = []
  for (;;) {
    const literal = stringAt(code, at)
    if (literal === undefined) break
    words.push(literal.text)
    at = skipBlank(code, literal.end)
    if (code.charAt(at) !== ',') break
    at = skipBlank(code, at + 1)
    if (code.charAt(at) === '[') at = skipBlank(code, at + 1)
  }
  const [first] = words
  if (first === undefined) return
  if (!list) out.push(innerScript(first, 'sh'))
  if (words.length > 1) out.push(innerArgv(words))
  else if (list) out.push(innerArgv([first]))
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t' }

/** The quoted string that starts at `at`, with backslash escapes of quotes, blanks and line ends undone. */
function stringAt(code: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const quote = code.charAt(at)
  if (quote !== '"' && quote !== "'" && quote !== '`') return undefined
  let text = ''
  for (let i = at + 1; i < code.length; i++) {
    const char = code.charAt(i)
    if (char === quote) return { text, end: i + 1 }
    if (char === '\\') i++
    const next = code.charAt(i)
    // Between single quotes, many languages leave the backslash to the shell, which takes it away.
    text += char === '\\' && quote === '"' ? (ESCAPED[next] ?? next) : next
  }
  return undefined
}

function closing(open: string): string {
  return { '(': ')', '{': '}', '[': ']', '<': '>' }[open] ?? open
}

function skipBlank(code: string, from: number): number {
  let at = from
  while (isBlank(code.charAt(at))) at++
  return at
}

/** Whatever regular expressions count as a blank, since some awk may do so, too. */
function isBlank(char: string): boolean {
  return char === ' ' || (char !== '' && /\s/u.test(char))
}

/** Whether there is a pipe before or after the literal; two bars in a row mean "or". */
function isPiped(code: string, start: number, end: number): boolean {
  let i = start - 1
  while (isBlank(code.charAt(i)) || code.charAt(i) === '&') i--
  if (code.charAt(i) === '|' && code.charAt(i - 1) !== '|') return true
  const next = skipBlank(code, end)
  return code.charAt(next) === '|' && code.charAt(next + 1) !== '|'
}

function nameEnd(code: string, from: number): number {
  let at = from
  while (at < code.length && isNameChar(code.charAt(at))) at++
  return at
}

function isNameChar(char: string): boolean {
  return (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || char === '_' || (char >= '0' && char <= '9')
}
