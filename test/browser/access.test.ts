import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_BYTES, weigh } from '../../scripts/build-web.mjs'
import { hasChromium, launch, leave, rest, sit } from './browser.ts'
import type { Seat } from './browser.ts'
import { House } from './house.ts'

it('the page weighs less than it may', () => {
  expect(weigh(fileURLToPath(new URL('../../dist/web', import.meta.url))).gzip).toBeLessThan(MOST_BYTES)
})

const LOOKS = {
  light: { colorScheme: 'light' },
  phone: { colorScheme: 'light', viewport: { width: 390, height: 844 } },
  'dark phone': { colorScheme: 'dark', viewport: { width: 320, height: 640 } },
} as const

describe.runIf(hasChromium())('for everybody', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  let state: Awaited<ReturnType<Seat['context']['storageState']>>
  beforeAll(async () => {
    house = await House.open()
    browser = await launch()
    seat = await sit(browser, house.link)
    await seat.page.getByText('Nothing waits for you').waitFor()
    state = await seat.context.storageState()
    for (const command of ['ls', 'sudo id', 'npm test']) await house.run(command)
    void house.run('npm publish && git push --force origin main')
    void house.run('rm -rf /srv/\u202ex')
    void house.run('make all')
    await seat.page.locator('.row').nth(2).waitFor()
  })
  afterAll(() => leave(house, browser))

  it.each(Object.entries(LOOKS))('axe finds nothing to complain of: %s', async (_, look) => {
    const { page, context, complaints } = await sit(browser, `${house.url}/#/inbox`, { ...look, storageState: state })
    const isDark = look.colorScheme === 'dark'
    const check = async (name: string) => {
      // In the dark nothing but the colours is another.
      const axe = new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] })
      const { violations } = await (isDark ? axe.withRules(['color-contrast']) : axe).analyze()
      const told = violations.map(({ id, nodes }) => `${name}: ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
      expect(told).toEqual([])
    }
    const isPhone = 'viewport' in look
    const isWide = () => page.evaluate('document.documentElement.scrollWidth > innerWidth')
    await rest(page)
    for (let step = 0; step < 3; step++) {
      await check(`question ${step}`)
      await page.keyboard.press('j')
      await rest(page)
    }
    await page.getByRole('button', { name: 'Edit the rule' }).click()
    await page.keyboard.press('w')
    await check('saying why')
    if (isPhone) {
      await page.getByRole('button', { name: 'Back to the list' }).click()
      await check('list')
    }
    await page.getByRole('button', { name: 'Keys and help' }).click()
    await page.getByRole('dialog').waitFor()
    await check('help')
    await page.keyboard.press('Escape')
    expect(await isWide()).toBe(false)
    await page.goto(`${house.url}/#/permissions`)
    await page.getByRole('button', { name: 'Add a rule' }).click()
    await page.getByLabel('Rule', { exact: true }).fill('Bsh(x)')
    await page.locator('.problems').first().waitFor()
    await check('permissions')
    expect(await isWide()).toBe(false)
    await page.goto(`${house.url}/#/history`)
    await page.locator('.record summary').first().click()
    await page.locator('.inside').waitFor()
    await check('history')
    expect(await isWide()).toBe(false)
    await page.goto(`${house.url}/#/policy`)
    await page.getByLabel('A call').fill('git push --force')
    await page.locator('.big-verdict').waitFor()
    await page.locator('.code-editor textarea').fill('allow: [ Bsh(x) ]')
    await page.locator('.under .error .number').waitFor()
    await check('policy')
    expect(await isWide()).toBe(false)
    expect(complaints).toEqual([])
    await context.close()
  })

  it('somebody without a session is told what to do, and axe agrees', async () => {
    const { page, context } = await sit(browser, house.url)
    await page.getByText('Not signed in').waitFor()
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
    await context.close()
  })

  it('light and dark follow the machine until a person says otherwise, and that is kept', async () => {
    const { page, context } = await sit(browser, house.url, { colorScheme: 'dark', storageState: state })
    const ground = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    await page.getByRole('button', { name: /^Colours: auto/ }).waitFor()
    const dark = await ground()
    await page.getByRole('button', { name: /^Colours/ }).click()
    await page.getByRole('button', { name: /^Colours: light/ }).waitFor()
    const light = await ground()
    expect(light).not.toBe(dark)
    await page.reload()
    await page.getByRole('button', { name: /^Colours: light/ }).waitFor()
    expect(await ground()).toBe(light)
    await context.close()
  })

  it('by Tab alone: to the content, a question, its answer; the focus stays in sight', async () => {
    const { page } = seat
    await page.reload()
    await rest(page)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('To the content')
    await page.keyboard.press('Enter')
    expect(await page.evaluate('document.activeElement.id')).toBe('content')
    const names = new Set<string>()
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press('Tab')
      names.add(String(await page.evaluate(FOCUSED)))
    }
    expect([...names].join('\n')).toMatch(/Allow once/)
    expect([...names].join('\n')).toMatch(/Deny/)
    expect([...names]).not.toContain('out of sight')
  })

  it('what happens is announced', async () => {
    const { page } = seat
    await page.locator('.row button').first().click()
    await rest(page)
    await page.keyboard.press('d')
    await page.locator('[aria-live=polite]', { hasText: 'Denied once.' }).waitFor({ state: 'attached' })
  })
})

const FOCUSED = `(() => {
  const { activeElement } = document
  const { top, bottom, width } = activeElement.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight + 1 && width > 0 ? activeElement.textContent : 'out of sight'
})()`
