/** Part of reading shell lines: what a shell without bash's own syntax makes of it. */

const PLAIN: ReadonlySet<string> = new Set('sh dash ash posh hush sash static-sh'.split(' '))

export function isPlainShell(shell: string): boolean {
  return shell !== 'bash' && PLAIN.has(shell)
}

/** What ends a command, or opens a file. */
const SIGNS = /[<>|&\n]/

/** To them `[[` is the name of a program: `[[ a || rm x ]]` runs rm, `[[ a > x ]]` writes x. */
export function endsInBrackets(text: string): boolean {
  for (let start = text.indexOf('[['); start >= 0;) {
    const end = text.indexOf(']]', start)
    if (SIGNS.test(text.slice(start, end < 0 ? undefined : end))) return true
    start = end < 0 ? -1 : text.indexOf('[[', end)
  }
  return false
}
