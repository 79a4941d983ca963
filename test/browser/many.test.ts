import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sqliteBinding } from '../../src/store/sqlite-binding.ts'
import { hasChromium, leave, moveIn, press } from './browser.ts'
import type { Seat } from './browser.ts'
import type { House } from './house.ts'

describe.runIf(hasChromium())('more calls than anybody reads', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  beforeAll(async () => {
    ;({ house, browser, seat } = await moveIn())
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

  it('ten thousand are shown as far as anybody reads, are answered one by one, and a new one comes to them', async () => {
    const { page } = seat
    const first = house.run('npm publish --tag crowd')
    await expect.poll(() => page.title()).toBe('(1) Countersign')
    const raw = (await sqliteBinding())(join(house.home, '.local/state/countersign/countersign.db'))
    const columns =
      'session, agent, project, digest || n, call, shown, asked_at + n, expires_at, state, answer, ended_at, note'
    raw.exec('pragma busy_timeout = 10000')
    raw.exec(
      `with recursive c (n) as (select 1 union all select n + 1 from c where n < 9999)
       insert into approvals select id || '-' || n, ${columns} from approvals, c where state = 'pending'`,
    )
    raw.close()
    await page.reload()
    await expect.poll(() => page.title()).toBe('(10000) Countersign')
    expect(await page.locator('.row').count()).toBe(500)
    await press(page, /^Deny$/)
    expect(await first).toMatchObject({ behavior: 'deny' })
    await expect.poll(() => page.title()).toBe('(9999) Countersign')
    for (let n = 0; n < 50; n++)
      // Nobody answers them before the server ends.
      house.run(`npm run late-${n}`, { session: `late-${n}` }).catch(() => undefined)
    await expect.poll(() => page.title()).toBe('(10049) Countersign')
    await press(page, /^Deny$/)
    await expect.poll(() => page.title()).toBe('(10048) Countersign')
  })
})
