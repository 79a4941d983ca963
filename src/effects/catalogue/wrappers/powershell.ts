/**
 * Part of the wrapper catalogue: a script of PowerShell in the words of a shell, so far as commands, pipes and nested
 * commands go. It is one plausible reading, for restrictions.
 */

const PAIRS: Readonly<Record<string, string>> = { "'": "'", '"': '"' }
/** `[IO.Directory]::Delete("x", $true)`. */
const DELETES = /\[(?:System\.)?IO\.(?:Directory|File)\]::Delete\(([^),]*)[^)]*\)/giu
/** `& rm x`, `$page = iwr x`: what is called, and what a variable is set to. */
const BEFORE = /(^|[\n;|{(]\s*)(?:&\s*|\$\w+\s*=\s*)(?=[\w"'./(])/gu

/** `iex (iwr x)` becomes `iex $(iwr x)`; the blocks of `ForEach-Object { rm $_ }` are commands of their own. */
export function asShell(script: string): string {
  return nested(script.replaceAll(DELETES, 'remove-item -recurse $1').replaceAll(BEFORE, '$1'))
}

/** The arguments of a method (`x.Get('y')`) are words like any other. */
function nested(script: string): string {
  const closing: string[] = []
  let out = ''
  for (let at = 0; at < script.length; at++) {
    const char = script.charAt(at)
    const end = Object.hasOwn(PAIRS, char) ? script.indexOf(char, at + 1) : -1
    if (end > 0) {
      out += script.slice(at, end + 1)
      at = end
    } else if (char === '(') {
      const isCall = /[\w\]]/u.test(script.charAt(at - 1))
      closing.push(isCall ? ' ' : ')')
      out += isCall ? ' ' : /[$@]$/u.test(out) ? '(' : '$('
    } else if (char === ')') out += closing.pop() ?? ' '
    else if (char === '@' && script.charAt(at + 1) === '(') out += '$'
    else if (char === '{') out += '\n'
    else if (char === '}') out += /^\s*\|/u.test(script.slice(at + 1)) ? ' ' : '\n'
    else if (char === ',') out += ' '
    else out += char
  }
  return out
}
