/** What just happened, shown at the edge of the page, and read aloud by screen readers. */

import { visible } from '../../../src/gate/visible.ts'
import { signal } from '@preact/signals'

export interface Toast {
  readonly id: number
  readonly text: string
  readonly look: 'good' | 'bad' | 'plain'
  readonly undo?: (() => void) | undefined
}

const STAYS = 8_000
const MOST = 4

export const toasts = signal<readonly Toast[]>([])
/** Read aloud by screen readers. */
export const announced = signal('')

let last = 0

export function say(text: string, look: Toast['look'] = 'plain', undo?: () => void): void {
  const toast: Toast = { id: ++last, text, look, undo }
  toasts.value = [...toasts.value, toast].slice(-MOST)
  announce(text)
  setTimeout(() => dismiss(toast.id), undo === undefined && look !== 'bad' ? STAYS : STAYS * 2)
}

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

export function announce(text: string): void {
  // A screen reader says the same words a second time only if the text differs.
  const shown = visible(text)
  announced.value = announced.value === shown ? `${shown} ` : shown
}
