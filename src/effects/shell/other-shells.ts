/** Part of reading shell lines: how other shells than bash read it. */

import type { Script, ShellWord } from './syntax/script.ts'

const PLAIN: ReadonlySet<string> = new Set('sh dash ash posh hush sash static-sh'.split(' '))

export function isPlainShell(shell: string): boolean {
  return shell !== 'bash' && PLAIN.has(shell)
}

/** Characters that end a command, or open a file. */
const SIGNS = /[<>|&\n]/

/** Some shells take `[[` for the name of a program: there, `[[ a || rm x ]]` runs rm, and `[[ a > x ]]` writes x. */
export function endsInBrackets(text: string): boolean {
  for (let start = text.indexOf('[['); start >= 0;) {
    const end = text.indexOf(']]', start)
    if (SIGNS.test(text.slice(start, end < 0 ? undefined : end))) return true
    start = end < 0 ? -1 : text.indexOf('[[', end)
  }
  return false
}

/**
 * To such a shell, `x+=./y` and `x[0]=./y` are names of programs, and in `readonly x=$y` some split the value, so that its
 * next word may be `PATH=z`.
 */
export function assignsOtherwise({ commands }: Script): boolean {
  return commands.some(
    ({ assigns, words: [name, ...others] }) =>
      assigns.some(({ append, subscript }) => append || subscript !== undefined) ||
      (DECLARES.test(name?.value ?? '') && others.some(({ dynamic }) => dynamic)),
  )
}

const DECLARES = /^(?:export|readonly|local|declare|typeset)$/u

/** Commands that zsh does not look for in any folder. */
const BUILTINS: ReadonlySet<string> = new Set(
  'echo printf read test [ : true false cd pwd local declare set shift return exit break continue let wait'.split(' '),
)

/**
 * For `path=src; ls`, `for path in src; do ls; done` and `read path; ls`: in zsh `path` is `PATH`, so the program is
 * `src/ls`.
 */
export function setsPathOfZsh({ commands }: Script, touched: ReadonlySet<string>): boolean {
  const isSet = touched.has('path') || commands.some(({ words }) => words.some(isPath) && reads(words))
  return isSet && commands.some(({ words: [name] }) => name !== undefined && !BUILTINS.has(name.value))
}

function isPath({ value }: ShellWord): boolean {
  return value === 'path'
}

function reads([name]: readonly ShellWord[]): boolean {
  return name !== undefined && /^(?:read|mapfile|readarray|getopts|vared|export)$/.test(name.value)
}

/** For `!rm` and `"!!"`: outside single quotes, an interactive shell replaces this by a line that was typed before. */
export function recalls(text: string): boolean {
  // In such a text a quote may be an ordinary character, and what follows it would wrongly count as quoted.
  const isPlain = !QUOTES_OTHERWISE.test(text)
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (sign === '\\') at++
    else if (sign === '"') quoted = !quoted
    else if (sign === "'" && !quoted && isPlain) at = closing(text, at)
    else if (sign === '!' && !ENDS_RECALL.test(text.charAt(at + 1))) return true
  }
  return false
}

/** `$'\''`, here-documents, comments. */
const QUOTES_OTHERWISE = /\$'|<<|#/u
const ENDS_RECALL = /^[\s=("]?$/u

function closing(text: string, at: number): number {
  const end = text.indexOf("'", at + 1)
  return end < 0 ? text.length : end
}
