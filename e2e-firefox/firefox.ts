// A Firefox tab for the tests, driven over WebDriver BiDi; its console must stay free of errors.
import { expect } from '@playwright/test'
import { launch, type Page } from 'puppeteer-core'

import { test as testOfProduct } from '../e2e/product.ts'

export const test = testOfProduct.extend<{ tab: Page }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs off this pattern.
  tab: async ({}, use) => {
    const browser = await launch({
      browser: 'firefox',
      executablePath: process.env['FIREFOX_PATH'] ?? 'firefox',
      defaultViewport: { width: 1280, height: 844 },
      extraPrefsFirefox: { 'ui.prefersReducedMotion': 1 },
    })
    await use(await browser.newPage())
    await browser.close()
  },

  /** Collects Firefox's console errors, which are checked after each test like those of Chromium. */
  consoleErrors: async ({ tab }, use) => {
    const errors: string[] = []
    tab.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) errors.push(message.text())
    })
    tab.on('pageerror', (error) => errors.push(error.message))
    // Firefox does not log failed responses to the console.
    tab.on('response', (answer) => {
      if (answer.status() >= 400) errors.push(`${answer.status()} from ${answer.url()}`)
    })
    await use()
    expect(errors).toEqual([])
  },
})

/** Finds a field by its label, because Firefox gives password fields no role. */
export const field = (label: string): string =>
  `::-p-xpath(//*[@id = //label[. = "${label}"]/@for])`

export const named = (role: string, name: string): string =>
  `::-p-aria([name="${name}"][role="${role}"])`

/** The current text of all matching elements. */
export const textsOf = (tab: Page, selector: string): Promise<string[]> =>
  tab.$$eval(selector, (elements) => elements.map((element) => (element as HTMLElement).innerText))

export const pathOf = (tab: Page): string => new URL(tab.url()).pathname
