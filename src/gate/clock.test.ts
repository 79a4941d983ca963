import { describe, expect, it } from 'vitest'
import { steady } from './clock.ts'

const HOUR = 3_600_000

describe('a steady clock', () => {
  const set = { to: 0, passed: 0 }
  const clock = () =>
    steady(
      () => set.to,
      () => set.passed,
    )
  const goBy = (ms: number) => {
    set.to += ms
    set.passed += ms
  }

  it('goes on by what passes when the clock was set back: what was to last a minute lasts no hour', () => {
    Object.assign(set, { to: 10 * HOUR, passed: 5 })
    const now = clock()
    const until = now() + 60_000
    set.to -= HOUR
    expect(now()).toBe(10 * HOUR)
    goBy(60_000)
    expect(now()).toBe(until)
  })

  it('follows the clock forward, and stays there when that was put right again', () => {
    Object.assign(set, { to: HOUR, passed: 0 })
    const now = clock()
    expect(now()).toBe(HOUR)
    set.to += 5 * HOUR
    expect(now()).toBe(6 * HOUR)
    set.to -= 5 * HOUR
    goBy(7)
    expect(now()).toBe(6 * HOUR + 7)
  })

  it('never goes back, whatever the parts of a millisecond say', () => {
    const now = clock()
    let last = 0
    for (let step = 0; step < 10_000; step++) {
      Object.assign(set, { to: Math.floor(1.8e12 + step / 7), passed: step / 7 + 0.3 })
      const read = now()
      expect(read).toBeGreaterThanOrEqual(last)
      expect(Math.abs(read - set.to)).toBeLessThanOrEqual(1)
      last = read
    }
  })

  it('that was given goes as it is told, and only forward', () => {
    const now = steady(() => set.to)
    set.to = 5
    expect(now()).toBe(5)
    set.to = 3
    expect(now()).toBe(5)
    set.to = Number.NaN
    expect(() => now()).toThrow('does not tell the time')
  })

  it('of this machine starts with its time', () => {
    const before = Date.now()
    expect(steady()()).toBeGreaterThanOrEqual(before)
    expect(steady()() - before).toBeLessThan(60_000)
  })
})
