/** Which page is shown, as the address says: `#/history?seq=4`. */

import { signal } from '@preact/signals'

export const PAGES = ['inbox', 'permissions', 'history', 'policy'] as const
export type PageName = (typeof PAGES)[number]

export interface Route {
  readonly page: PageName
  readonly query: URLSearchParams
}

export const route = signal<Route>(parse(location.hash))

export function startRouting(): void {
  addEventListener('hashchange', () => (route.value = parse(location.hash)))
}

export function linkTo(page: PageName, query: Readonly<Record<string, string>> = {}): string {
  const rest = new URLSearchParams(query).toString()
  return `#/${page}${rest === '' ? '' : `?${rest}`}`
}

export function goTo(page: PageName): void {
  location.hash = linkTo(page)
}

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2)
  return { page: PAGES.find((page) => page === path) ?? 'inbox', query: new URLSearchParams(query) }
}
