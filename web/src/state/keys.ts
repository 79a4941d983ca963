/** Keys as commands: single keys, never while something is typed or a dialog is open. */

import { useEffect } from 'preact/hooks'

export type Keys = Readonly<Record<string, (event: KeyboardEvent) => void>>

export function useKeys(keys: Keys): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (isTyping(event.target) || document.querySelector('dialog[open]') !== null) return
      // Holding a key down is not an answer.
      if (event.repeat && event.key !== 'j' && event.key !== 'k') return
      if (event.key === 'Enter' && isControl(event.target)) return
      const command = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
      if (command === undefined) return
      event.preventDefault()
      command(event)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)
}
