import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launch, leave, moveIn, press, rest, sit, view } from './browser.ts'
import type { Seat } from './browser.ts'
import { House } from './house.ts'

describe.runIf(hasChromium())('pages and servers that come and go', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  beforeAll(async () => {
    ;({ house, browser, seat } = await moveIn())
  })
  afterAll(() => leave(house, browser))

  /** By the page's own way to another browser. */
  const sitBeside = async (): Promise<Seat> => {
    const { page } = seat
    await page.getByRole('button', { name: 'Keys and help' }).click()
    await page.getByRole('button', { name: 'Link for another browser' }).click()
    const link = (await page.locator('.self code').textContent()) ?? ''
    await page.getByRole('button', { name: 'Close' }).click()
    return sit(browser, link)
  }

  it('a link opens the page once', async () => {
    const stranger = await sit(browser, house.link)
    await stranger.page.getByText('Not signed in').waitFor()
    expect(await stranger.page.locator('nav').count()).toBe(0)
    await stranger.context.close()
  })

  it('two browsers: both see the question; the first answer counts, the other page says so and stays where it is', async () => {
    const other = await sitBeside()
    const told = house.run('npm run both')
    const next = house.run('npm run after')
    for (const { page } of [seat, other]) {
      await expect.poll(() => page.locator('.row').count()).toBe(2)
      await view(page, 'npm run both')
    }
    await press(seat.page, /^Allow once/)
    expect(await told).toMatchObject({ behavior: 'allow' })
    await other.page.locator('.ended', { hasText: /Allowed once by/ }).waitFor()
    expect(await other.page.locator('.detail pre.block').textContent()).toContain('npm run both')
    expect(await other.page.locator('.answers').count()).toBe(0)
    await other.page.keyboard.press('a')
    await other.page.locator('.ended').getByRole('button', { name: /Next/ }).click()
    await press(other.page, /^Deny$/)
    expect(await next).toMatchObject({ behavior: 'deny' })
    await seat.page.locator('.ended', { hasText: /Denied once by/ }).waitFor()
    await seat.page.keyboard.press('j')
    expect(seat.complaints).toEqual([])
    expect(other.complaints).toEqual([])
    await other.context.close()
  })

  it('what comes while the page reads the whole list is not lost by it', async () => {
    const { page } = seat
    const told: ReturnType<House['run']>[] = []
    await page.route(
      '**/v1/approvals',
      async (route) => {
        const response = await route.fetch()
        for (const job of ['one', 'two', 'three']) told.push(house.run(`npm run meanwhile-${job}`))
        await expect.poll(() => page.title()).toBe('(3) Countersign')
        await route.fulfill({ response })
      },
      { times: 1 },
    )
    const list = page.waitForResponse('**/v1/approvals')
    await page.reload()
    await (await list).finished()
    // Long enough for the page to have taken the list up; where it takes longer, nothing is lost yet.
    await page.waitForTimeout(500)
    await expect.poll(() => page.locator('.row').count()).toBe(3)
    expect(await page.evaluate(DENY_ALL)).toBe(3)
    for (const one of await Promise.all(told)) expect(one.behavior).toBe('deny')
    await expect.poll(() => page.locator('.row').count()).toBe(0)
  })

  it('520 waiting calls: 500 of them are drawn, before and after a reload, and all can be moved through and answered', async () => {
    const { page } = seat
    const told = Array.from({ length: 520 }, (_, at) => house.run(`npm run job-${at}`, { session: `many-${at % 7}` }))
    await expect.poll(() => page.title()).toBe('(520) Countersign')
    expect(await page.locator('.row').count()).toBe(500)
    await page.getByText('20 more calls below').waitFor()
    for (let step = 0; step < 20; step++) await page.keyboard.press('j')
    await rest(page)
    await page.keyboard.press('d')
    await page.getByText('19 more calls below').waitFor()
    expect(await page.locator('.row').count()).toBe(500)
    await page.reload()
    await expect.poll(() => page.locator('.row').count()).toBe(500)
    await page.locator('.row button').last().click()
    await page.keyboard.press('j')
    const inView = page.locator('.row button[aria-current]')
    await expect
      .poll(() => inView.getAttribute('data-id'))
      .toBe(await page.locator('.row').nth(500).locator('button').getAttribute('data-id'))
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect.poll(() => page.locator('.row').count()).toBe(519)
    expect(await page.getByText('below').count()).toBe(0)
    const denied = await page.evaluate(DENY_ALL)
    expect(denied).toBe(519)
    for (const one of await Promise.all(told)) expect(one.behavior).toBe('deny')
    await expect.poll(() => page.locator('.row').count()).toBe(0)
  })

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'a server ended by %s and started anew: the question is still there',
    async (signal) => {
      const { page } = seat
      const told = house.run(`npm run through-${signal}`)
      await view(page, `npm run through-${signal}`)
      await house.stop(signal)
      await page.getByText('not connected').waitFor()
      await house.start()
      // The sessions were in the memory of the server that is gone.
      await page.getByText('Not signed in').waitFor()
      expect(await page.title(), 'how many wait is not known').toBe('Not signed in: Countersign')
      await page.goto(house.link)
      await view(page, `npm run through-${signal}`)
      await press(page, /^Allow once/)
      expect(await told).toMatchObject({ behavior: 'allow' })
    },
  )

  it('a list that could not be read is read again', async () => {
    const { page, complaints } = seat
    const told = house.run('npm run read-again')
    await view(page, 'npm run read-again')
    const broken = JSON.stringify({ status: 500, code: 'failed', title: 'x', detail: 'The store is busy.' })
    await page.route('**/v1/approvals', (route) => route.fulfill({ status: 500, body: broken }), { times: 1 })
    await page.reload()
    await page.locator('.toast', { hasText: 'The store is busy.' }).waitFor()
    await view(page, 'npm run read-again')
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
    complaints.length = 0
  })

  it('an answer that did not reach the server leaves the question in view and in the list', async () => {
    const { page, complaints } = seat
    const told = house.run('npm run unheard')
    const other = house.run('npm run unheard-too')
    await expect.poll(() => page.locator('.row').count()).toBe(2)
    await view(page, 'npm run unheard-too')
    await page.route('**/v1/approvals/*', (route) => route.abort())
    await page.route('**/v1/approvals/*/answer', (route) => route.abort())
    await press(page, /^Deny$/)
    await page.locator('.toast', { hasText: 'The server cannot be reached' }).waitFor()
    await page.locator('.answers[aria-busy=false]').waitFor()
    expect(await page.locator('.row').count()).toBe(2)
    expect(await page.locator('.detail pre.block').textContent()).toContain('npm run unheard-too')
    await page.unrouteAll()
    await press(page, /^Deny$/)
    expect(await other).toMatchObject({ behavior: 'deny' })
    await view(page, 'npm run unheard')
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
    complaints.length = 0
  })

  it('of a server that is gone nobody says that nothing waits', async () => {
    const { page } = seat
    await page.getByText('Nothing waits for you').waitFor()
    await house.stop('SIGKILL')
    await page.getByText('Whether something waits is not known').waitFor()
    expect(await page.getByText('Nothing waits for you').count()).toBe(0)
    await house.start()
    await page.getByText('Not signed in').waitFor()
    await page.goto(house.link)
    await page.getByText('Nothing waits for you').waitFor()
  })

  it('signing out ends it on this browser', async () => {
    const { page } = seat
    await page.getByRole('button', { name: 'Keys and help' }).click()
    await page.getByRole('button', { name: 'Sign out here' }).click()
    await page.getByText('You have signed out').waitFor()
    await page.reload()
    await page.getByText('Not signed in').waitFor()
  })
})

describe.runIf(hasChromium())('where approvers have accounts', () => {
  const grace = { name: 'grace', password: 'correct horse battery' }
  let house: House
  let browser: Browser
  beforeAll(async () => {
    house = await House.open(grace)
    browser = await launch()
  })
  afterAll(() => leave(house, browser))

  it('a wrong password is told so; the right one opens the page, and the answer bears the name', async () => {
    const { page } = await sit(browser, house.url)
    const told = house.run('npm run signed')
    await page.getByText('Your name and password open the page.').waitFor()
    expect(await page.getByText('Open the link').count(), 'there is none to open').toBe(0)
    // Whoever comes to sign in need not look for the place first.
    await page.keyboard.type(grace.name)
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await page.getByText('Name and password do not go together.').waitFor()
    await page.getByLabel('Password').fill(grace.password)
    await page.keyboard.press('Enter')
    await view(page, 'npm run signed')
    await press(page, /^Allow once/)
    expect(await told).toMatchObject({ behavior: 'allow', by: expect.stringContaining('grace') as string })
  })
})

/** As the page itself would, all at once. */
const DENY_ALL = `(async () => {
  const headers = { 'X-Countersign-Key': localStorage.getItem('countersign-key'), 'Content-Type': 'application/json' }
  const { approvals } = await (await fetch('/v1/approvals', { headers })).json()
  const answers = approvals.map(({ id, digest }) => ({ id, digest, behavior: 'deny' }))
  let denied = 0
  while (answers.length > 0) {
    const body = JSON.stringify({ answers: answers.splice(0, 500) })
    const response = await fetch('/v1/approvals/answers', { method: 'POST', headers, body })
    denied += (await response.json()).results.filter(({ ok }) => ok).length
  }
  return denied
})()`
