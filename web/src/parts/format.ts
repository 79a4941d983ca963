/** Times, counts and paths in few characters. */

import { session } from '../state/session.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `4 s`, `3 min`, `2 h`, `5 d`. */
export function span(ms: number): string {
  const size = Math.max(0, ms)
  if (size < MINUTE) return `${Math.round(size / SECOND)} s`
  if (size < HOUR) return `${Math.round(size / MINUTE)} min`
  if (size < 2 * DAY) return `${Math.round(size / HOUR)} h`
  return `${Math.round(size / DAY)} d`
}

export function ago(at: number, now: number): string {
  return now - at < 5 * SECOND ? 'just now' : `${span(now - at)} ago`
}

/** `4:09`, for times that run out soon. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / SECOND))
  if (seconds >= 3600) return span(ms)
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`
}

const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const

/** With seconds if it is today, otherwise with its day. */
export function shortTime(at: number): string {
  const time = new Date(at)
  if (time.toDateString() === new Date().toDateString()) return time.toLocaleTimeString(undefined, CLOCK)
  const day = time.toLocaleDateString(undefined, { day: 'numeric', month: 'short' })
  return `${day} ${time.toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })}`
}

export function fullTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { year: 'numeric', month: 'short', day: 'numeric', ...CLOCK })
}

export function plural(count: number, one: string): string {
  return `${count.toLocaleString()} ${count === 1 ? one : `${one}s`}`
}

/** A path as people write it: from the home with `~`. */
export function shortPath(path: string): string {
  const home = session.value?.server.home
  if (home === undefined || home === '' || home === '/') return path
  if (path === home) return '~'
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}

/** The same for the paths in a sentence of ours, where each path begins a word. */
export function shortPaths(text: string): string {
  const home = session.value?.server.home
  if (home === undefined || home === '' || home === '/' || !text.includes(`${home}/`)) return text
  return text
    .split(`${home}/`)
    .reduce((before, after) => `${before}${before === '' || /[\s`'"(]$/.test(before) ? '~' : home}/${after}`)
}

export function baseName(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path
}

/** The beginning and end of a long text: a name chosen by somebody else must not push the call out of sight. */
export function brief(text: string, most: number): string {
  const half = Math.floor(most / 4)
  return text.length > most ? `${text.slice(0, most - half - 1)}…${text.slice(-half)}` : text
}

/** The first line of a text, shortened; says what was left out. */
export function oneLine(text: string, most = 300): string {
  return text.length > most ? `${text.slice(0, most)}…` : text
}
