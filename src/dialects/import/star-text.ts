/**
 * Part of reading systems whose `*` stands for any characters, including slashes, in a path or an address as it is
 * spelled.
 *
 * INVARIANT: a permission is carried over only if our pattern matches no more than theirs; a restriction only if it
 * matches no less.
 */

import type { Behavior } from '../../engine/rule.ts'

const WILD = /[*?]/u

/**
 * Our path specifier; undefined if there is no safe one.
 *
 * @param inFull the whole path is compared there: a name in any folder is also one in the topmost
 * @param classes `[ab]` is one of two letters there, too; to most it is a name like any other (`app/[id]/page.tsx`)
 */
export function starPath(
  pattern: string,
  behavior: Behavior,
  { classes = false, inFull = false } = {},
): string | undefined {
  // What a backslash means in such a system depends on its platform.
  if (pattern.includes('\\') || pattern.startsWith('!')) return undefined
  const text = pattern
    .replaceAll(classes ? /[{}]/gu : /[{}[\]]/gu, '\\$&')
    .replace(/^\$HOME(?=\/|$)/u, '~')
    .replace(/^(?:\.\/)+/u, '')
  if (text === '' || text.startsWith('!')) return undefined
  const isAllow = behavior === 'allow'
  // In our rules, a path with such an end is about what lies below it, and home is not a name.
  if (isAllow && /(?:^~|\/)$|(?:^|\/)\.\.?(?:\/|$)/u.test(text)) return undefined
  const whole = isAllow && !inFull && text.startsWith('**/') ? `./*/${text}` : anchored(text, isAllow)
  const slash = text.lastIndexOf('/')
  const folder = text.slice(0, slash + 1)
  const name = text.slice(slash + 1)
  if (!WILD.test(text)) return whole
  if (WILD.test(folder) && !/^\*\*\/$/u.test(folder)) return undefined
  // Everything below a folder.
  if (/^\*+$/u.test(name)) return folder === '' ? (isAllow ? './**' : undefined) : `${anchored(folder, isAllow)}**`
  if (!isAllow)
    return folder === '' || folder === '**/' ? `**/${name.replaceAll(/\*+/gu, '*')}` : `${anchored(folder, false)}**`
  return whole.replaceAll(/(?<!\*)\*\*(?![*/])/gu, '*')
}

function anchored(text: string, isAllow: boolean): string {
  if (text.startsWith('/') || text.startsWith('~/')) return text
  if (text.startsWith('**/')) return isAllow ? `./${text}` : text
  if (!text.includes('/')) return isAllow ? `./${text}` : text
  return `./${text}`
}

/**
 * Our restriction where a path is compared as it is spelled: from the project or in full, with `~` or with home's own
 * path, and everything below it.
 */
export function anySpelling(path: string): readonly string[] {
  const stem = path.replace(/^(?:~|\*\*)\//u, '').replace(/\/\*\*$/u, '')
  if (/^\/?\**$/u.test(stem)) return ['*']
  if (stem.startsWith('/')) return [stem, `${stem}/*`]
  return [stem, `*/${stem}`, `${stem}/*`, `*/${stem}/*`]
}

/** A host in the form that every system compares: in lower case, apart from stars. */
export function isPlainHost(host: string): boolean {
  return /^(?:\*\.)?[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/u.test(host)
}

/** Our url specifier for an address with stars; undefined if there is no safe one. */
export function starUrl(pattern: string, behavior: Behavior): string | undefined {
  const [, scheme = '', host = '', rest = ''] = /^(?:(https?):\/\/)?([^/?#]*)(.*)$/iu.exec(pattern) ?? []
  if (host === '' || /[?#@\s]/u.test(pattern)) return undefined
  const isBelow = host.startsWith('*.')
  if ((isBelow ? host.slice(2) : host).includes('*')) return undefined
  if (behavior !== 'allow') return host
  if (rest !== '' && rest !== '/*' && rest !== '/**' && rest !== '/' && rest !== '*') return undefined
  // A star directly after the host would also match a longer host.
  if (rest === '*') return undefined
  if (rest === '' || rest === '/') return undefined
  return scheme === '' ? undefined : `${scheme}://${host}/**`
}
