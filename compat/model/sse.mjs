/** Part of the scripted model: framing of server-sent events. */

export const data = (value) => `data: ${typeof value === 'string' ? value : JSON.stringify(value)}\n\n`

export const event = (name, value) => `event: ${name}\n${data(value)}`

let last = 0

/** The ids only need to differ. */
export const newId = (prefix) => `${prefix}_${String(++last).padStart(12, '0')}`

/** The text of what providers send as text or as a list of parts. */
export function textOf(content) {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return content === undefined ? '' : JSON.stringify(content)
  return content.map((part) => (typeof part === 'string' ? part : (part.text ?? part.output ?? ''))).join('')
}
