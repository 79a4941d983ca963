/** Part of matching shell rules: a home that a rule spells as a shell does. */

const TILDE = /(^|[ \t\n])~(?=[/ \t\n]|$)/gu
const HOME = /(^|[ \t\n"])\$(?:HOME\b|\{HOME\})(?=[/ \t\n"]|$)/gu

/** The rule with the home in its place: what a command is given by then. Undefined where it names none. */
export function atHome(specifier: string, home: string): string | undefined {
  if (!specifier.includes('~') && !specifier.includes('$')) return undefined
  const [words, open] = specifier.endsWith(':*') ? [specifier.slice(0, -2), ':*'] : [specifier, '']
  const spelled = home.replaceAll(/[\s"'*\\]/gu, String.raw`\$&`)
  const put = (_: string, before: string) => before + spelled
  const meant = words.replaceAll(TILDE, put).replaceAll(HOME, put)
  return meant === words ? undefined : meant + open
}
