/** Part of the vocabularies: the urls in a text written for a model (Gemini's `web_fetch`). */

export interface ProseUrls {
  readonly urls: readonly string[]
  /** False if a url is joined to other text, so that its beginning or end is unclear. */
  readonly plain: boolean
}

const PUNCTUATION = '.,;:!?)]}>\'"`*_'

/** Every url that a reader of the text could see in it. */
export function urlsInProse(text: string): ProseUrls {
  const urls = new Set<string>()
  let plain = true
  for (const token of text.split(/\s+/u)) {
    if (!token.includes('://')) continue
    const starts = [...token.matchAll(/https?:\/\//giu)].map((match) => match.index)
    if (starts.length !== 1 || starts[0] !== 0) plain = false
    if (starts.length === 0) urls.add(token)
    for (const [index, start] of starts.entries()) {
      const url = token.slice(start, starts[index + 1])
      urls.add(url)
      urls.add(withoutPunctuation(url))
    }
  }
  return { urls: [...urls], plain }
}

function withoutPunctuation(url: string): string {
  let end = url.length
  while (end > 0 && PUNCTUATION.includes(url.charAt(end - 1))) end--
  return url.slice(0, end)
}
