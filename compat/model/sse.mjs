/** Part of the scripted model: framing of server-sent events. */

export const data = (value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

export const event = (name, value) => `event: ${name}\n${data(value)}`

let last = 0

/** Ids only have to differ. */
export const newId = (prefix) => `${prefix}_${String(++last).padStart(12, '0')}`

/** Text of what providers send either as text or as a list of parts. */
export function textOf(content) {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return content.map((part) => (typeof part === 'string' ? part : (part.text ?? part.output ?? ''))).join('')
}
