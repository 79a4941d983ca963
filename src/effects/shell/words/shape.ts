/** Part of reading shell lines: what a word looks like where its value is not known. */

import type { ShellWord } from '../syntax/script.ts'

/** Names of a path that are either known or not. */
export const OF_FOLDERS = /^(?:[^*/]*|\*)(?:\/(?:[^*/]*|\*))*$/

/** What may be several words is worth a look only where it stands for folders (`$X/.env`), or before a file (`$X:.env`). */
export function shapeOf(word: ShellWord, splits: boolean): string | undefined {
  const shape = starred(word)
  return splits && !OF_FOLDERS.test(shape) && !shape.includes(':') ? undefined : shape
}

function starred({ parts }: ShellWord): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '*')).join('')
}

/** The text a word is certain to begin with. */
export function prefixOf(word: ShellWord): string | undefined {
  const [first] = word.parts
  return first?.kind === 'text' && first.text !== '' ? first.text : undefined
}

/** What is known of braces that are not followed: the text around them. */
export function braceShape(word: ShellWord, home: string): string | undefined {
  if (word.glob) return undefined
  const shape = (word.dynamic ? starred(word) : word.value).replace(/\{.*\}/s, '*')
  return word.tilde && shape.startsWith('~/') ? home + shape.slice(1) : shape
}
