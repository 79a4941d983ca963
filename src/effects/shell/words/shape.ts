/** Part of reading shell lines: the shape of a word whose value is not known. */

import type { ShellWord } from '../syntax/script.ts'

/** Names of a path, each fully known or fully unknown. */
export const OF_FOLDERS = /^(?:[^*/]*|\*)(?:\/(?:[^*/]*|\*))*$/

/**
 * A word that may become several is examined only if it stands for folders (`$X/.env`), or comes before a file
 * (`$X:.env`).
 */
export function shapeOf(word: ShellWord, splits: boolean): string | undefined {
  const shape = starred(word)
  return splits && !OF_FOLDERS.test(shape) && !shape.includes(':') ? undefined : shape
}

function starred({ parts }: ShellWord): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '*')).join('')
}

/** The text with which a word certainly begins. */
export function prefixOf(word: ShellWord): string | undefined {
  const [first] = word.parts
  return first?.kind === 'text' && first.text !== '' ? first.text : undefined
}

/** The known text around braces that are not followed. */
export function braceShape(word: ShellWord, home: string): string | undefined {
  if (word.glob) return undefined
  const shape = (word.dynamic ? starred(word) : word.value).replace(/\{.*\}/s, '*')
  return word.tilde && shape.startsWith('~/') ? home + shape.slice(1) : shape
}
