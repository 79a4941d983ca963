import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasChromium, leave, moveIn, press, rest, view } from './browser.ts'
import type { Seat } from './browser.ts'
import type { House } from './house.ts'

/** The window is behind others; notifications are written down. */
const LOOK_ELSEWHERE = `
  globalThis.seen = []
  globalThis.Notification = class {
    constructor(title, { body }) { seen.push(title + ': ' + body) }
    addEventListener() {}
  }
  Object.defineProperty(document, 'hidden', { value: true, configurable: true })`

describe.runIf(hasChromium())('the inbox', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  let page: Page
  beforeAll(async () => {
    ;({ house, browser, seat } = await moveIn({ permissions: ['notifications'] }))
    ;({ page } = seat)
  })
  afterAll(() => leave(house, browser))
  let session = 0
  const own = () => ({ session: `s${session}` })
  beforeEach(() => {
    session++
  })
  afterEach(() => {
    expect(seat.complaints).toEqual([])
  })

  it('the secret of the link does not stay in the address', () => {
    expect(page.url()).toBe(`${house.url}/#/inbox`)
  })

  it('Allow once lets exactly this call pass', async () => {
    const told = house.run('npm publish', own())
    await view(page, 'npm publish')
    expect(await page.title()).toBe('(1) Countersign')
    await press(page, /^Allow once/)
    expect(await told).toMatchObject({ behavior: 'allow' })
    const again = house.run('npm publish', own())
    await view(page, 'npm publish')
    await press(page, /^Deny$/)
    expect(await again).toMatchObject({ behavior: 'deny' })
    await page.getByText('Nothing waits for you').waitFor()
    expect(await page.title()).toBe('Countersign')
  })

  it('Allow for session is not asked again in that session', async () => {
    const told = house.run('npm run deploy', own())
    await view(page, 'npm run deploy')
    await press(page, /^Allow for session/)
    expect(await told).toMatchObject({ behavior: 'allow' })
    expect(await house.run('npm run deploy', own())).toMatchObject({ behavior: 'allow' })
  })

  it('Always writes the rule into the own file', async () => {
    const told = house.run('make lint', own())
    await view(page, 'make lint')
    await press(page, /^Always$/)
    expect(await told).toMatchObject({ behavior: 'allow' })
    expect(house.read('.config/countersign/policy.yaml')).toContain('make lint')
    expect(await house.run('make lint', { session: 'another' })).toMatchObject({ behavior: 'allow' })
  })

  it('what is not on offer says why, and does nothing', async () => {
    const told = house.run('git push origin topic', own())
    await view(page, 'git push origin topic')
    await rest(page)
    const always = page.locator('.answers').getByRole('button', { name: /^Always$/ })
    expect(await always.getAttribute('aria-disabled')).toBe('true')
    await always.click({ force: true })
    await page.locator('.limit').getByText('A rule asks here').waitFor()
    expect(await page.locator('.ended').count()).toBe(0)
    await press(page, /^Allow for session/)
    expect(await told).toMatchObject({ behavior: 'allow' })
  })

  it('Deny and say why: the words reach the agent', async () => {
    const told = house.run('npm publish --tag beta', own())
    await view(page, 'npm publish --tag beta')
    await press(page, /^Deny and say why/)
    await page.getByLabel('What the agent is told').fill('Wait for the review.')
    await page.getByRole('button', { name: 'Deny with these words' }).click()
    expect(await told).toMatchObject({ behavior: 'deny', words: 'Wait for the review.' })
  })

  it('a denial can be remembered for the session', async () => {
    const told = house.run('make release', own())
    await view(page, 'make release')
    await press(page, /^Deny and say why/)
    await page.getByLabel(/Deny for this session/).check()
    await page.getByRole('button', { name: 'Deny with these words' }).click()
    expect(await told).toMatchObject({ behavior: 'deny' })
    expect(await house.run('make release', own())).toMatchObject({ behavior: 'deny' })
  })

  it('a suggested rule can be edited; what it covers is told at once, and only what covers the call counts', async () => {
    const told = house.run('docker compose up -d', own())
    await view(page, 'docker compose up -d')
    await page.getByRole('button', { name: 'Edit the rule' }).click()
    const rule = page.getByRole('textbox', { name: 'Rule' })
    await rule.fill('Bash(docker compose down)')
    await page.locator('.editor .verdict.bad').waitFor()
    const forSession = page.locator('.answers').getByRole('button', { name: /^Allow for session/ })
    expect(await forSession.getAttribute('aria-disabled')).toBe('true')
    await rule.fill('Bash(docker compose:*)')
    await page.getByText('Covers this call.').waitFor()
    await press(page, /^Allow for session/)
    expect(await told).toMatchObject({ behavior: 'allow' })
    expect(await house.run('docker compose ps -q', own())).toMatchObject({ behavior: 'allow' })
  })

  it('another suggestion can be chosen, with a number of uses and an end', async () => {
    const told = house.run('npm version patch', own())
    await view(page, 'npm version patch')
    await page.locator('.offer input').last().check()
    await page.getByLabel('Uses').fill('3')
    await page.getByLabel('Ends after').selectOption({ label: '1 hour' })
    expect(
      await page
        .locator('.answers')
        .getByRole('button', { name: /^Always$/ })
        .getAttribute('title'),
    ).toContain('session')
    await press(page, /^Allow for session/)
    expect(await told).toMatchObject({ behavior: 'allow' })
    await page.goto(`${house.url}/#/permissions`)
    const grant = page.locator('.rule', { hasText: 'npm version' })
    await grant.getByText(/left/).waitFor()
    await page.goto(`${house.url}/#/inbox`)
  })

  it('calls of the same effect are answered together', async () => {
    const told = ['x', 'y', 'z'].map((who) => house.run('terraform plan', { session: `${session}${who}` }))
    await expect.poll(() => page.locator('.row').count()).toBe(3)
    await view(page, 'terraform plan')
    await page.getByLabel('Answer 2 other calls of the same effect too').check()
    const late = house.run('terraform plan', { session: `${session}late` })
    await page.getByText('1 more call came since').waitFor()
    await press(page, /^Allow once \(3\)/)
    for (const one of told) expect(await one).toMatchObject({ behavior: 'allow' })
    expect(await page.locator('.row').count()).toBe(1)
    await press(page, /^Deny$/)
    expect(await late).toMatchObject({ behavior: 'deny' })
  })

  it('More time moves the end; Snooze answers nothing', async () => {
    const told = house.run('npm run seed', own())
    await view(page, 'npm run seed')
    const left = async () => (await page.locator('.detail .left').textContent()) ?? ''
    const minutes = async () => Number((await left()).split(':')[0])
    const before = await minutes()
    await page.getByRole('button', { name: 'More time' }).click()
    await expect.poll(minutes).toBeGreaterThan(before)
    await page.getByRole('button', { name: 'Snooze' }).click()
    await page.getByText('1 call put off').click()
    expect(await page.locator('.row').count()).toBe(0)
    await page.locator('.snoozed').getByRole('button', { name: 'Back' }).click()
    await press(page, /^Allow once/)
    expect(await told).toMatchObject({ behavior: 'allow' })
  })

  it('by keys alone: through the list, to the call, and every answer', async () => {
    const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => house.run(`npm run ${name}`, own()))
    await expect.poll(() => page.locator('.row').count()).toBe(4)
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await page.keyboard.press('j')
    const second = await page.locator('.row [aria-current]').textContent()
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.tagName')).toBe('H2')
    await rest(page)
    await page.keyboard.press('a')
    await expect.poll(() => page.locator('.row').count()).toBe(3)
    expect(await page.locator('.row', { hasText: second ?? '' }).count()).toBe(0)
    await rest(page)
    await page.keyboard.press('s')
    await expect.poll(() => page.locator('.row').count()).toBe(2)
    await rest(page)
    await page.keyboard.press('d')
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await rest(page)
    // Letters that come before the field is there answer nothing.
    await page.keyboard.type('wa')
    await page.getByLabel('What the agent is told').fill('')
    await page.keyboard.type('ad sad')
    await page.keyboard.press('Control+Enter')
    const told = await Promise.all([one, two, three, four])
    expect(told.filter((answer) => answer?.behavior === 'allow')).toHaveLength(2)
    expect(told.map((answer) => answer?.words)).toContain('ad sad')
  })

  it('keys with Ctrl, held keys and keys in a dialog answer nothing', async () => {
    const told = house.run('npm run held', own())
    await view(page, 'npm run held')
    await rest(page)
    await page.keyboard.press('Control+a')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('d')
    await page.keyboard.press('Escape')
    await page.evaluate("dispatchEvent(new KeyboardEvent('keydown', { key: 'd', repeat: true }))")
    expect(await page.locator('.row').count()).toBe(1)
    await page.keyboard.press('d')
    expect(await told).toMatchObject({ behavior: 'deny' })
  })

  it('a key or click that comes right after something new is shown answers nothing', async () => {
    const told = [house.run('npm run first', own()), house.run('npm run second', own())]
    await expect.poll(() => page.locator('.row').count()).toBe(2)
    await page.keyboard.press('k')
    await rest(page)
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.keyboard.press('a')
    await page
      .locator('.answers')
      .getByRole('button', { name: /^Allow once/ })
      .click({ force: true })
    expect(await page.locator('.answers.dead').count()).toBe(1)
    expect(await page.locator('.row').count()).toBe(2)
    await rest(page)
    await page.keyboard.press('d')
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await rest(page)
    await page.keyboard.press('d')
    for (const one of told) expect(await one).toMatchObject({ behavior: 'deny' })
  })

  it('a key that comes right after the window came to the front answers nothing: another page made its visitor press it', async () => {
    const told = house.run('npm run behind', own())
    await view(page, 'npm run behind')
    for (const comes of [
      "dispatchEvent(new Event('focus'))",
      "document.dispatchEvent(new Event('visibilitychange'))",
    ]) {
      await rest(page)
      await page.evaluate(comes)
      await page.keyboard.press('a')
      expect(await page.locator('.row').count()).toBe(1)
    }
    await rest(page)
    await page.keyboard.press('d')
    expect(await told).toMatchObject({ behavior: 'deny' })
  })

  it('in a low window, and whatever the agent is called, the answers do not stand over the call', async () => {
    const { page } = seat
    await page.setViewportSize({ width: 740, height: 360 })
    const told = house.run('npm run low', { agent: 'long name '.repeat(10), session: 's'.repeat(90) })
    await view(page, 'npm run low')
    const box = async (part: string) => (await page.locator(part).boundingBox()) ?? { y: 0, height: 0 }
    const call = await box('.detail pre.block')
    expect((await box('.detail > header')).height).toBeLessThan(140)
    expect((await box('.detail .answers')).y).toBeGreaterThan(call.y + call.height)
    await page.setViewportSize({ width: 1280, height: 800 })
    await press(page, /^Deny$/)
    await told
  })

  it('what is long is folded, and nothing is allowed before it was opened', async () => {
    const command = `${Array.from({ length: 120 }, (_, at) => `npm run step-${at}`).join('\n')}\nrm -rf node_modules`
    const told = house.run(command, own())
    await view(page, 'npm run step-0')
    const block = page.locator('.detail pre.block').first()
    expect(await block.textContent()).toContain('rm -rf node_modules')
    expect(await block.textContent()).not.toContain('step-60')
    await press(page, /^Allow once/)
    await page.locator('.toast', { hasText: 'There was more to see' }).waitFor()
    expect(await block.textContent()).toContain('step-60')
    expect(await page.locator('.row').count()).toBe(1)
    await press(page, /^Allow once/)
    expect(await told).toMatchObject({ behavior: 'allow' })
  })

  it('a file is shown as what would change in it', async () => {
    house.write('code/harbor/src/port.ts', 'const port = 80\nexport { port }\n')
    const file = `${house.project}/src/port.ts`
    const told = house.ask('Edit', { file_path: file, old_string: 'port = 80', new_string: 'port = 8080' }, own())
    await view(page, 'src/port.ts')
    await page.locator('.diff .removed', { hasText: '-const port = 80' }).waitFor()
    expect(await page.locator('.diff .added').textContent()).toBe('+const port = 8080')
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
  })

  it('an address is shown by its parts', async () => {
    const told = house.ask(
      'WebFetch',
      { url: 'https://bank.example@p\u0430ypal.example:8443/x?y=1', prompt: 'z' },
      own(),
    )
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await page.locator('.address .strong', { hasText: 'xn--' }).waitFor()
    expect(await page.locator('.address').textContent()).toContain('userbank.example')
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
  })

  it('a person who looks elsewhere is notified', async () => {
    await page.evaluate(LOOK_ELSEWHERE)
    const told = house.run('npm run \u202eelsewhere', own())
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    const seen = await page.evaluate('seen')
    expect(seen).toEqual(['claude-code asks: npm run \\u{202e}elsewhere'])
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
  })
})
