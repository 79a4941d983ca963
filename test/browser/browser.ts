/** For the tests of the page: a real Chromium, and a page of it that fails the test when it complains. */

import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findChromium } from '../../scripts/find-chromium.mjs'
import { House } from './house.ts'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

const place = findChromium()

/** Whether the tests can run here. Where `CI` is set they must. */
export function hasChromium(): boolean {
  if (place !== undefined) return true
  const left = 'The page is left out, it is not tested: no Chromium found (Debian: apt-get install chromium)'
  if (process.env['CI']) throw new Error(left)
  test.skip(left)
  return false
}

export function launch(): Promise<Browser> {
  return chromium.launch({ executablePath: place ?? '', args: ARGUMENTS, timeout: 110_000 })
}

export interface Seat {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser complained of: errors of scripts, of the content security policy, of loading. */
  readonly complaints: string[]
}

/** A window of somebody who opens the link. */
export async function sit(browser: Browser, link: string, options: BrowserContextOptions = {}): Promise<Seat> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB', ...options })
  context.setDefaultTimeout(240_000)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.goto(link)
  return { page, context, complaints }
}

/** A house of its own, and somebody who sits in front of its page. */
export async function moveIn(options?: BrowserContextOptions): Promise<{ house: House; browser: Browser; seat: Seat }> {
  const house = await House.open()
  let browser: Browser | undefined
  try {
    browser = await launch()
    const seat = await sit(browser, house.link, options)
    await seat.page.getByText('Nothing waits for you').waitFor()
    return { house, browser, seat }
  } catch (error) {
    await leave(house, browser)
    throw error
  }
}

/** The server refused once, as it should: the browser tells of it in its own time, maybe after the page showed it. */
export async function refused(seat: Seat, status: number): Promise<void> {
  await expect.poll(() => seat.complaints).toEqual([expect.stringContaining(`status of ${status}`)])
  seat.complaints.length = 0
}

/** Until what was shown last may be answered. */
export async function rest(page: Page): Promise<void> {
  await page.locator('.answers:not(.dead)').waitFor()
}

/** Answers by a click, once the dead time is over. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  await rest(page)
  await page.locator('.answers').getByRole('button', { name }).click()
}

/** The question about this is in view. */
export async function view(page: Page, text: string): Promise<void> {
  await page.locator('.row button', { hasText: text }).first().click()
  await page.locator('.detail', { hasText: text }).waitFor()
}

export async function leave(house: House | undefined, browser: Browser | undefined): Promise<void> {
  await browser?.close()
  await house?.close()
}
