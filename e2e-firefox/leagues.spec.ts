// A class as a league in Firefox: a teacher creates it, three learners join and trade, and all see who won.
import { expect } from '@playwright/test'
import type { Page } from 'puppeteer-core'

import { moveLeague } from '../e2e/league-world.ts'
import { newPerson, type Person } from '../e2e/learner.ts'
import { field, named, pathOf, test, textsOf } from './firefox.ts'

/** Long enough for a page to load again before the end. */
const endsInMs = 3_000

test('a class joins by code and by link in Firefox, trades, and sees who won', async ({
  tab,
  product,
}) => {
  await signUp(tab, product.url)
  const { id, code } = await createClass(tab, product.url)
  await using phones = new AsyncDisposableStack()
  const phone = async (): Promise<Page> => {
    const context = await tab.browser().createBrowserContext()
    phones.defer(() => context.close())
    const page = await context.newPage()
    await page.setViewport({ width: 390, height: 844 })
    return page
  }
  const [anna, ben, clara] = await Promise.all([phone(), phone(), phone()])
  const link = `${product.url}/join/${code}`
  for (const [page, ticker, arrive] of [
    [anna, 'AAPL', () => arriveByCode(anna, code)],
    [ben, 'NVDA', () => ben.goto(link)],
    [clara, 'MSFT', () => arriveWithoutAccount(clara, link)],
  ] as const) {
    await page.bringToFront()
    if (page !== clara) await signUp(page, product.url)
    await arrive()
    await join(page)
    await tradeInLeague(page, id, ticker)
  }
  await tab.bringToFront()
  // The page of the teacher has not been touched since the league was created.
  await expect.poll(() => textsOf(tab, `${board} tr`), slowly).toHaveLength(1 + 4 + 1)
  await expect.poll(() => medalsOf(tab, board), slowly).toBe(3)

  await moveLeague(product, { id }, { endsInMs })
  for (const page of [tab, anna, ben, clara]) {
    await page.bringToFront()
    await page.goto(`${product.url}/leagues/${id}`)
    await expect.poll(() => medalsOf(page, '[aria-label=Podium]'), slowly).toBe(3)
    await page.locator(named('link', 'Why it ended like this')).click()
    await expect.poll(() => pathOf(page)).toBe(`/leagues/${id}/insights`)
    await expect.poll(() => textsOf(page, 'main h1')).toEqual([expect.stringMatching(/./)])
  }
})

/** The board is asked for every ten seconds. */
const slowly = { timeout: 30_000 }
const board = 'table[aria-label=Board]'

const medalsOf = async (page: Page, where: string): Promise<number> =>
  (await page.$$(`${where} [role=img][aria-label$=medal]`)).length

/** Without the form, which another journey takes. */
async function signUp(page: Page, url: string): Promise<void> {
  await page.goto(url)
  const status = await page.evaluate(
    async (person: Person) =>
      (
        await fetch('/identity/sign-up/email', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(person),
        })
      ).status,
    newPerson(),
  )
  expect(status).toBe(200)
}

async function createClass(page: Page, url: string): Promise<{ id: string; code: string }> {
  await page.goto(`${url}/leagues`)
  await page.locator(named('button', 'Create a league')).click()
  await page.locator(field('Name')).fill('Économie 9b')
  await page.locator(named('button', 'Create')).click()
  await expect.poll(() => pathOf(page)).toMatch(/^\/leagues\/[\w-]{36}$/)
  const shown = () => textsOf(page, 'p > span[aria-hidden=true]')
  await expect.poll(shown).toEqual([expect.stringMatching(/^\w{4}-\w{4}$/)])
  const [code = ''] = await shown()
  return { id: pathOf(page).split('/')[2] ?? '', code: code.replace('-', '') }
}

async function arriveByCode(page: Page, code: string): Promise<void> {
  await page.goto(new URL('/leagues', page.url()).href)
  await page.locator(field('Code')).fill(code.toLowerCase())
  await page.locator(named('button', 'Go')).click()
  await page.locator(field('Your real name, for the owner (optional)')).fill('Anna S., 9b')
}

async function arriveWithoutAccount(page: Page, link: string): Promise<void> {
  const { email, password } = newPerson()
  await page.goto(link)
  await page.locator(named('button', 'Sign in or sign up to join')).click()
  await page.locator(named('button', 'Create an account')).click()
  await page.locator(field('Email')).fill(email)
  await page.locator(field('Password')).fill(password)
  await page.locator(field('Confirm password')).fill(password)
  await page.locator(`form ${named('button', 'Sign Up')}`).click()
}

async function join(page: Page): Promise<void> {
  await page.locator(named('button', 'Join')).click()
  await expect
    .poll(() => textsOf(page, `${board} th[scope=row]`))
    .toContainEqual(expect.stringContaining('(you)'))
}

async function tradeInLeague(page: Page, id: string, ticker: string): Promise<void> {
  await page.locator(named('link', 'My portfolio in this league')).click()
  await expect.poll(() => pathOf(page)).toBe(`/leagues/${id}/dashboard`)
  await page.locator(`main a[href$="/stock/${ticker}"]`).click()
  await expect.poll(() => pathOf(page)).toBe(`/leagues/${id}/stock/${ticker}`)
  await page.locator(named('button', 'Execute Trade')).click()
  await page.locator('[role=group][aria-label=Receipt]').wait()
}
