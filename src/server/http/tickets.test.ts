import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Stop } from './stop.ts'
import { Tickets } from './tickets.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function waiting() {
  const tickets = new Tickets()
  const stop = new Stop()
  const ticket = tickets.add('the call', new Promise<string>(() => undefined), stop)
  return { tickets, ticket, isGivenUp: () => stop.signal.aborted }
}

test('a client that comes for its answer now and then is waited for', () => {
  const { tickets, ticket, isGivenUp } = waiting()
  vi.advanceTimersByTime(59_000)
  tickets.hold(ticket)
  vi.advanceTimersByTime(600_000)
  tickets.leave(ticket)
  vi.advanceTimersByTime(59_000)
  expect(isGivenUp()).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(isGivenUp()).toBe(true)
  expect(tickets.get(ticket.id)).toBeUndefined()
})

test('one that was cut off is waited for as long as it may take to ask again, and no person for longer', () => {
  const { tickets, ticket, isGivenUp } = waiting()
  tickets.orphan(ticket)
  vi.advanceTimersByTime(9_000)
  expect(isGivenUp()).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(isGivenUp()).toBe(true)
})

test('one that was cut off and came again in time has all the time there is', () => {
  const { tickets, ticket, isGivenUp } = waiting()
  tickets.orphan(ticket)
  vi.advanceTimersByTime(5_000)
  expect(tickets.adopt('the call')).toBe(ticket)
  tickets.hold(ticket)
  vi.advanceTimersByTime(60_000)
  tickets.leave(ticket)
  vi.advanceTimersByTime(30_000)
  expect(isGivenUp()).toBe(false)
})
