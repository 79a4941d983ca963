import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { hasChromium, launch, leave, press, refused, rest, sit } from './browser.ts'
import type { Seat } from './browser.ts'
import { House } from './house.ts'

const BIDI = '\u202egnp.exe'
const ANSI = '\u001b[2J\u001b[31mred'
const HIDDEN = 'zero\u200bwidth\u{e0041}\u2066'
const MARKUP = `"><script>document.title='owned'</script><img src=x onerror="document.title='owned'"><a href="javascript:alert(1)">x</a>`
const ALIKE = 'p\u0430ypal'
const ALL = `${BIDI} ${ANSI} ${HIDDEN} ${MARKUP} ${ALIKE}`

/** Every character of the page, its titles and labels included, that nobody could see or that turns others around. */
const UNSEEN_ON_PAGE = `(() => {
  const unseen = /[\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u2069\\ufeff]|[\\u{e0000}-\\u{e0fff}]/u
  const found = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.nodeType === Node.TEXT_NODE) {
      if (node.parentElement.closest('.code-editor') === null && unseen.test(node.data)) found.push(node.data)
    } else for (const name of ['title', 'aria-label', 'placeholder', 'href'])
      if (unseen.test(node.getAttribute(name) ?? '')) found.push(name + '=' + node.getAttribute(name))
  }
  if (unseen.test(document.title)) found.push(document.title)
  return found
})()`

describe.runIf(hasChromium())('text of strangers', () => {
  let house: House
  let browser: Browser
  let seat: Seat
  let page: Page
  beforeAll(async () => {
    house = await House.open()
    house.write(
      'code/harbor/countersign.yaml',
      `allow:\n  - rule: ${JSON.stringify(`shell(echo ${ALIKE}:*)`)}\n    reason: ${JSON.stringify(ALL)}\ndeny:\n  - ${JSON.stringify(`read(${BIDI})`)}\n`,
    )
    browser = await launch()
    seat = await sit(browser, house.link)
    ;({ page } = seat)
    await page.getByText('Nothing waits for you').waitFor()
  })
  afterAll(() => leave(house, browser))
  afterEach(async () => {
    expect(await page.evaluate(UNSEEN_ON_PAGE)).toEqual([])
    expect(await page.title()).not.toContain('owned')
    expect(await page.locator('script:not([src]), img, a[href^="javascript:"]').count()).toBe(0)
    expect(seat.complaints).toEqual([])
  })

  it.each([
    ['a command', 'Bash', { command: `printf '${ALL}'`, description: ALL }],
    ['a path', 'Write', { file_path: `/srv/${ALL}`, content: `${ALL}\n${ALL}` }],
    ['an address', 'WebFetch', { url: `https://${ALIKE}.example/${encodeURIComponent(BIDI)}?${HIDDEN}`, prompt: ALL }],
    ['a tool that nobody knows', `Odd ${ALL}`, { [ALL]: { deep: [ALL] }, list: [ALL] }],
    ['a tool of a server', 'mcp__x__y', { [HIDDEN]: ALL, __proto__x: MARKUP }],
  ])('%s is shown as it is, in every field', async (_, tool, input) => {
    const told = house.ask(tool, input, { agent: `agent ${ALL}`, session: `session ${ALL}` })
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await rest(page)
    expect(await page.evaluate(UNSEEN_ON_PAGE)).toEqual([])
    const shown = (await page.locator('.detail').textContent()) ?? ''
    if (tool !== 'WebFetch') for (const text of ['\\u{202e}', '\\u{200b}']) expect(shown).toContain(text)
    await page.locator('.detail .deceptive').first().waitFor()
    expect(await page.locator('.detail .alike').count()).toBeGreaterThan(0)
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
  })

  it('a mark stands out in what is dangerous, too', async () => {
    const told = house.run('rm -rf / "a\u00a0b"; echo "a\u00a0b"')
    await page.locator('.detail .unseen.danger').first().waitFor()
    const looks = await page.evaluate(
      "[...new Set([...document.querySelectorAll('.detail pre .unseen')].map((mark) => getComputedStyle(mark).backgroundColor))]",
    )
    expect(looks).toHaveLength(1)
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
  })

  it('letters of right-to-left scripts stand in the order the machine reads them', async () => {
    const told = house.run('rm \u05d0\u05d1 && ls \u0627\u0628')
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    const block = page.locator('.detail pre.block bdo').first()
    await block.waitFor()
    const style = await page.evaluate(`getComputedStyle(document.querySelector('.detail pre.block bdo')).unicodeBidi`)
    expect(style).toContain('override')
    const sentences =
      await page.evaluate(`[...document.querySelectorAll('.detail .effects .what > *, .detail .why p > *')]
      .filter((part) => /[\u0590-\u06ff]/.test(part.textContent))
      .map((part) => getComputedStyle(part.querySelector('bdo') ?? part).unicodeBidi)`)
    expect(new Set(sentences as string[]), 'paths in our sentences').toEqual(new Set(['isolate-override']))
    await press(page, /^Deny$/)
    await told
  })

  it('words of people', async () => {
    const told = house.run('npm run words')
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await press(page, /^Deny and say why/)
    await page.getByLabel('What the agent is told').fill(ALL.replaceAll(/[\u0000-\u001f]/g, ''))
    await page.getByRole('button', { name: 'Deny with these words' }).click()
    await told
  })

  it('permissions, with names of profiles and reasons of rules', async () => {
    await page.goto(`${house.url}/#/permissions`)
    await page.locator('.rule', { hasText: '\\u{202e}' }).first().waitFor()
    await page.getByLabel('Name of a new profile').fill(`p ${MARKUP.slice(0, 40)} ${ALIKE}`)
    await page.getByRole('button', { name: 'Keep the present as a profile' }).click()
    await page.locator('.toast').first().waitFor()
    await refused(seat, 422)
  })

  it('history, with every record open', async () => {
    await page.goto(`${house.url}/#/history`)
    await page.locator('.record').first().waitFor()
    for (const record of await page.locator('.record > details > summary').all()) await record.click()
    await page
      .getByText(/^As recorded/)
      .first()
      .click()
    await page.locator('.inside details[open] pre').first().waitFor()
  })

  it('policy, with a project file of a stranger', async () => {
    await page.goto(`${house.url}/#/policy`)
    await page.getByRole('tab', { name: /^project/ }).click()
    await page.getByRole('tabpanel').waitFor()
    await page.getByLabel('A call').fill(`printf '${ALL.replaceAll(/[\u0000-\u001f]/g, '')}'`)
    await page.locator('.big-verdict').waitFor()
  })

  it('a text without an end is folded, opened in steps, and does not stop the page', async () => {
    await page.goto(`${house.url}/#/inbox`)
    const told = house.ask('Odd', { text: 'a\u200b'.repeat(200_000) })
    await expect.poll(() => page.locator('.row').count()).toBe(1)
    await page.locator('.fold').first().click()
    await page.keyboard.press('Enter')
    await press(page, /^Deny$/)
    expect(await told).toMatchObject({ behavior: 'deny' })
  })
})
