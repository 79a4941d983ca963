/** Light or dark: as the system is set, until a person chooses otherwise. */

import { effect, signal } from '@preact/signals'

const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

const KEPT = 'countersign-theme'

export const theme = signal<Theme>(kept())

export function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length] ?? 'auto'
}

export function applyTheme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = theme.value
    keep(theme.value)
  })
}

function kept(): Theme {
  try {
    const value = localStorage.getItem(KEPT)
    return THEMES.find((known) => known === value) ?? 'auto'
  } catch {
    return 'auto'
  }
}

function keep(value: Theme): void {
  try {
    localStorage.setItem(KEPT, value)
  } catch {
    // Private windows cannot store it.
  }
}
