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

  it('the list draws some, tells how many more there are, and goes on where somebody wants to', async () => {
    const { page } = seat
    const calls = Array.from({ length: 250 }, (_, n) => house.run(`npm run job-${n}`).catch(() => undefined))
    await expect.poll(() => page.title()).toBe('(250) Countersign')
    expect(await page.locator('.row').count()).toBe(200)
    await page.getByText('50 more calls below').waitFor()
    await press(page, /^Deny$/)
    await page.getByText('49 more calls below').waitFor()
    expect(await page.locator('.row').count()).toBe(200)
    await page.locator('.row button').last().click()
    await page.keyboard.press('j')
    expect(await page.locator('.row').count()).toBe(201)
    expect(await page.locator('.row [aria-current]').getAttribute('data-id')).toBe(
      await page.locator('.row button').last().getAttribute('data-id'),
    )
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('.row').count()).toBe(249)
    expect(await page.getByText('below').count()).toBe(0)
    expect((await Promise.race(calls))?.behavior).toBe('deny')
  })
})
