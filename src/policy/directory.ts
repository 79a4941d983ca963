/** Part of reading and merging policies: the folders of `workingDirectories`, judged by their spelling alone. */

import type { Layer } from '../engine/rule.ts'

const DRIVE = /^[A-Za-z]:[\\/]/

/** Why the text cannot be a working directory of that layer. */
export function directoryProblem(text: string, layer: Layer): string | undefined {
  if (/[\u0000-\u001f\u007f-\u009f]/.test(text)) return 'a folder cannot have control characters in its name'
  if (text.startsWith('~') && text !== '~' && !text.startsWith('~/'))
    return "another person's home cannot be looked up; write the whole path"
  if ((layer === 'managed' || layer === 'user') && !isAnchored(text))
    return `a ${layer} policy belongs to no folder; write the whole path, or one that begins with \`~/\``
  return undefined
}

/** Absolute and without `.`, `..` and doubled slashes. `base` and `home` are absolute. */
export function absoluteDirectory(text: string, base: string, home: string): string {
  if (DRIVE.test(text)) return text
  const whole =
    text === '~' || text.startsWith('~/') ? home + text.slice(1) : text.startsWith('/') ? text : `${base}/${text}`
  const segments: string[] = []
  for (const segment of whole.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return DRIVE.test(`${whole}/`) ? segments.join('/') : `/${segments.join('/')}`
}

function isAnchored(text: string): boolean {
  return text.startsWith('/') || text === '~' || text.startsWith('~/') || DRIVE.test(text)
}
