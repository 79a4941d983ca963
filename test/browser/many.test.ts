import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launch, leave, press, sit } from './browser.ts'
import { House } from './house.ts'

const CALLS = 250

describe.runIf(hasChromium())('more calls than anybody reads', () => {
  let house: House
  let browser: Browser
  beforeAll(async () => {
    house = await House.open()
    browser = await launch()
  })
  afterAll(() => leave(house, browser))

  it('the list draws some, tells how many more there are, and goes on where somebody wants to', async () => {
    const calls = Array.from({ length: CALLS }, (_, n) => house.run(`npm run job-${n}`).catch(() => undefined))
    const { page, complaints } = await sit(browser, house.link)
    await expect.poll(() => page.title()).toBe(`(${CALLS}) Countersign`)
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
    await expect.poll(() => page.locator('.row').count()).toBe(CALLS - 1)
    expect(await page.getByText('below').count()).toBe(0)
    expect(complaints).toEqual([])
    expect((await Promise.race(calls))?.behavior).toBe('deny')
  })
})
