/** Part of matching shell rules: the home folder, in the ways a shell spells it (`~`, `$HOME`). */

const TILDE = /~(?=[/ \t\n]|$)/uy
const VARIABLE = /\$(?:HOME(?!\w)|\{HOME\})/uy
const BLANK = /[ \t\n]/u

/**
 * The rule with the path of the home put in, which is what a command gets from the shell. Undefined if it names no
 * home.
 */
export function atHome(specifier: string, home: string): string | undefined {
  if (!specifier.includes('~') && !specifier.includes('$')) return undefined
  const [words, open] = specifier.endsWith(':*') ? [specifier.slice(0, -2), ':*'] : [specifier, '']
  const spelled = home.replaceAll(/[\s"'*\\]/gu, String.raw`\$&`)
  let meant = ''
  let quote: string = ''
  let begins: boolean = true
  for (let at = 0; at < words.length; at++) {
    const char = words.charAt(at)
    // A quoted tilde is an ordinary character, and so is the variable in single quotes.
    const named: number = quote === "'" ? 0 : (begins && lengthAt(words, at, TILDE)) || lengthAt(words, at, VARIABLE)
    const taken: number = named > 0 ? named : char === '\\' && quote !== "'" ? 2 : 1
    meant += named > 0 ? spelled : words.slice(at, at + taken)
    at += taken - 1
    begins = quote === '' && taken === 1 && BLANK.test(char)
    if (taken > 1) continue
    if (char === quote) quote = ''
    else if (quote === '' && (char === '"' || char === "'")) quote = char
  }
  return meant === words ? undefined : meant + open
}

function lengthAt(words: string, at: number, name: RegExp): number {
  name.lastIndex = at
  return name.exec(words)?.[0].length ?? 0
}
