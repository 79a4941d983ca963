import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sqliteBinding } from '../../src/store/sqlite-binding.ts'
import { hasChromium, launch, leave, press, sit } from './browser.ts'
import type { Seat } from './browser.ts'
import { House } from './house.ts'

describe.runIf(hasChromium())('a question that is damaged in the store', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  beforeAll(async () => {
    house = await House.open()
    browser = await launch()
  })
  afterAll(() => leave(house, browser))
  afterEach(() => expect(seat.complaints).toEqual([]))

  it('is shown as damaged, can only be denied, and leaves the next one as it is', async () => {
    const broken = house.run('npm publish --tag broken')
    const raw = (await sqliteBinding())(join(house.home, '.local/state/countersign/countersign.db'))
    await expect.poll(() => raw.prepare('select id from approvals').all([])).toHaveLength(1)
    raw.exec(`update approvals set shown = '{"effects":7}'`)
    raw.close()
    seat = await sit(browser, house.link)
    const { page } = seat
    // Of two that come at once, the page may open the other one.
    await page.getByText('is damaged in the store').first().waitFor()
    const sound = house.run('npm publish --tag sound')
    await expect.poll(() => page.title()).toBe('(2) Countersign')
    expect(await page.getByRole('button', { name: /Allow|Always|More time/ }).count()).toBe(0)
    await press(page, /^Deny$/)
    expect(await broken).toMatchObject({ behavior: 'deny' })
    await press(page, /^Allow once$/)
    expect(await sound).toMatchObject({ behavior: 'allow' })
  })
})
