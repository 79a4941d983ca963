/** Part of wiring: compares versions of clients. */

/** The first thing in a text that looks like a version. */
export function versionIn(text: string): string | undefined {
  return /\d+\.\d+\.\d+/.exec(text)?.[0]
}

export function isAtLeast(version: string | undefined, least: string): boolean {
  if (version === undefined) return false
  const [a, b] = [version, least].map((text) => text.split('.').map(Number))
  for (let part = 0; part < 3; part++) {
    const difference = (a?.[part] ?? 0) - (b?.[part] ?? 0)
    if (difference !== 0) return difference > 0
  }
  return true
}
