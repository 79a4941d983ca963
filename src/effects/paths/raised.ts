/** Part of reading paths: `..` behind `**`, which a shell applies after it has found the names. */

/**
 * `**` stands for folders at any depth, or for none: so `..` behind it is either the folder above the one before, or a
 * folder below that again.
 */
export function raised(text: string): string {
  const deep = text.indexOf('**/')
  if (deep < 0 || text.lastIndexOf('/..') < deep) return text
  const out: string[] = []
  for (const [at, name] of text.split('/').entries()) {
    if (name === '.' || (name === '' && at > 0)) continue
    if (name !== '..') {
      if (name !== '**' || out.at(-1) !== '**') out.push(name)
      continue
    }
    const isDeep = out.at(-1) === '**'
    if (isDeep) out.pop()
    const last = out.at(-1)
    if (last === undefined || last === '..' || (out.length === 1 && last.startsWith('~'))) out.push(name)
    else if (last !== '') out.pop()
    if (isDeep && out.at(-1) !== '**') out.push('**')
  }
  return out.join('/')
}
