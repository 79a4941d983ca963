/** Part of the evaluators: paths as seen by systems that go by the spelling and not by the file. */

export interface Folders {
  readonly root: string
  readonly home: string
}

/** Absolute and without `.` and `..`. */
export function absolute(path: string, { root, home }: Folders): string {
  const whole = path.startsWith('/')
    ? path
    : path === '~' || path.startsWith('~/')
      ? home + path.slice(1)
      : `${root}/${path}`
  const segments: string[] = []
  for (const segment of whole.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/** The path relative to `base`; undefined if it is not below it. */
export function relativeTo(path: string, base: string): string | undefined {
  if (path === base) return ''
  const folder = base === '/' ? '/' : `${base}/`
  return path.startsWith(folder) ? path.slice(folder.length) : undefined
}
