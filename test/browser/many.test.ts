import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launch, leave, press, sit } from './browser.ts'
import type { Seat } from './browser.ts'
import { House } from './house.ts'

describe.runIf(hasChromium())('more calls than anybody reads', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  beforeAll(async () => {
    house = await House.open()
    browser = await launch()
    seat = await sit(browser, house.link)
  })
  afterAll(() => leave(house, browser))
  afterEach(() => expect(seat.complaints).toEqual([]))

  it('more of the same effect than are sent at once are answered together', async () => {
    const { page } = seat
    const calls = Array.from({ length: 120 }, (_, n) => house.run('npm run same', { session: `same-${n}` }))
    await expect.poll(() => page.title()).toBe('(120) Countersign')
    await page.getByLabel('Answer 119 other calls of the same effect too').check()
    await press(page, /^Deny \(120\)$/)
    await page.getByText('Denied 120 calls once.').first().waitFor()
    expect(new Set((await Promise.all(calls)).map(({ behavior }) => behavior))).toEqual(new Set(['deny']))
  })
})
