// A class as a league: a teacher on a laptop, learners on phones, from the first code to the podium.
import { expect, type Browser, type Page } from '@playwright/test'

import { moveLeague } from './league-world.ts'
import { arriveSignedIn, newPerson, signUpByForm } from './learner.ts'
import { allowConsoleErrors, noteConsoleErrors, test } from './product.ts'
import { executeButton, figure, trade, tradeDone } from './trade-form.ts'

/** Long enough for a page to load again before the end. */
const endsInMs = 3_000

test('a class joins by code and by link, trades, and sees who won', async ({
  page,
  browser,
  product,
}) => {
  const { id, code } = await createClass(page)
  await using phones = new AsyncDisposableStack()
  const phone = () => openPhone(browser, { url: product.url, phones })
  const [anna, ben, clara] = await Promise.all([phone(), phone(), phone()])
  const board = page.getByRole('table', { name: 'Board' })
  await Promise.all([
    joinByCode(anna.page, code, 'Anna S., 9b'),
    joinByLink(ben.page, code),
    joinWithoutAccount(clara.page, code),
  ])
  await Promise.all([
    tradeInLeague(anna.page, id, ['AAPL', 5]),
    tradeInLeague(ben.page, id, ['NVDA', 3]),
    tradeInLeague(clara.page, id, ['MSFT', 2]),
  ])
  // The page of the teacher has not been touched since the league was created.
  const ranked = expect(board.getByRole('img', { name: /medal$/ })).toHaveCount(3)
  await Promise.all([ranked, keepsItsScope(ben.page, id)])
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('row', { name: /Anna S., 9b/ })).toContainText('$')
  await expect(members.getByRole('row')).toHaveCount(1 + 4)
  await expect(anna.page.getByText('Anna S., 9b')).toHaveCount(0)

  await endEarly(page)
  await seesThatItEndsEarly(anna.page, id)
  await moveLeague(product, { id }, { endsInMs })
  await page.reload()
  await expectPodium(page)
  await Promise.all([anna, ben, clara].map((member) => seeWhoWon(member.page, id)))
  await expect(anna.page.getByRole('table', { name: 'Members' })).toHaveCount(0)
  await tradingIsOver(anna.page, id)
  for (const { errors } of [anna, ben, clara]) expect(errors).toEqual([])
})

/** Creates the league with the form. */
async function createClass(page: Page): Promise<{ id: string; code: string }> {
  await arriveSignedIn(page, '/leagues')
  await page.getByRole('button', { name: 'Create a league' }).click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Économie 9b')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Économie 9b')
  const [, id = ''] = /\/leagues\/([\w-]+)$/.exec(page.url()) ?? []
  const code = await page.getByText(/^\w{4}-\w{4}$/).innerText()
  return { id, code }
}

interface Phone {
  readonly page: Page
  readonly errors: readonly string[]
}

async function openPhone(
  browser: Browser,
  { url, phones }: { readonly url: string; readonly phones: AsyncDisposableStack },
): Promise<Phone> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: url, viewport, reducedMotion: 'reduce' })
  phones.defer(() => context.close())
  const page = await context.newPage()
  return { page, errors: noteConsoleErrors(page) }
}

/** Types the code as it is heard: in small letters, with a space. */
async function joinByCode(page: Page, code: string, organiserName: string): Promise<void> {
  await arriveSignedIn(page, '/leagues')
  await page.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '))
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Économie 9b')
  await page.getByLabel('Your real name').fill(organiserName)
  await join(page)
}

async function joinByLink(page: Page, code: string): Promise<void> {
  await arriveSignedIn(page, `/join/${code}`)
  await join(page)
}

async function joinWithoutAccount(page: Page, code: string): Promise<void> {
  const link = `/join/${code.replace('-', '')}`
  await page.goto(link)
  await expect(page.getByText('Market, limit, stop')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in or sign up to join' }).click()
  await signUpByForm(page, newPerson())
  await expect(page).toHaveURL(link)
  await join(page)
}

async function join(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByRole('row', { name: /\(you\)/ })).toContainText('$10,000.00')
}

/** Goes from the page of the league to a stock by links alone, and never leaves the league. */
async function tradeInLeague(
  page: Page,
  id: string,
  [ticker, quantity]: readonly [ticker: string, quantity: number],
): Promise<void> {
  await page.getByRole('link', { name: 'My portfolio in this league' }).click()
  await expect(page).toHaveURL(`/leagues/${id}/dashboard`)
  await page
    .getByRole('region', { name: 'Market' })
    .getByRole('link', { name: new RegExp(ticker) })
    .click()
  await expect(page).toHaveURL(`/leagues/${id}/stock/${ticker}`)
  await trade(page, { side: 'Buy', quantity })
  await tradeDone(page, `Bought ${quantity} shares of ${ticker}`)
  await expect(page).toHaveURL(`/leagues/${id}/stock/${ticker}`)
}

/** A reload, the way back and a second tab show the portfolio in the league; the main one has nothing. */
async function keepsItsScope(page: Page, id: string): Promise<void> {
  await page.reload()
  await expect(figure(page, 'Quantity')).toHaveText('3')
  await page
    .getByRole('navigation', { name: /^League / })
    .getByRole('link', { name: 'Portfolio' })
    .click()
  const holding = (tab: Page) =>
    tab.getByRole('main').locator('tr, li').filter({ hasText: 'NVDA' }).filter({ visible: true })
  await expect(holding(page).first()).toContainText('3')
  await page.goBack()
  await expect(page).toHaveURL(`/leagues/${id}/stock/NVDA`)
  await expect(figure(page, 'Quantity')).toHaveText('3')
  const tab = await page.context().newPage()
  await tab.goto(`/leagues/${id}/portfolio`)
  await expect(holding(tab).first()).toContainText('3')
  await tab.goto('/portfolio')
  await expect(tab.getByText('No holdings yet.')).toBeVisible()
  await tab.close()
}

async function endEarly(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'End early…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End early' }).click()
  await expect(page.getByText(/^This league ends early/)).toBeVisible()
}

async function seesThatItEndsEarly(page: Page, id: string): Promise<void> {
  await page.reload()
  await expect(page.getByText(/^This league ends early/)).toBeVisible()
  await expect(page).toHaveURL(`/leagues/${id}/stock/AAPL`)
}

async function expectPodium(page: Page): Promise<void> {
  const podium = page.getByRole('list', { name: 'Podium' })
  await expect(podium.getByRole('img', { name: /medal$/ })).toHaveCount(3)
  await expect(page.getByText('Final', { exact: true })).toBeVisible()
}

async function seeWhoWon(page: Page, id: string): Promise<void> {
  await page.goto(`/leagues/${id}`)
  await expectPodium(page)
  await page.getByRole('link', { name: 'Why it ended like this' }).click()
  await expect(page).toHaveURL(`/leagues/${id}/insights`)
  await expect(page.getByRole('region', { name: 'What drove it', exact: true })).toBeVisible()
}

async function tradingIsOver(page: Page, id: string): Promise<void> {
  await page.goto(`/leagues/${id}/stock/AAPL`)
  await expect(page.getByText('Your position at the end')).toBeVisible()
  await expect(figure(page, 'Quantity')).toHaveText('5')
  await expect(executeButton(page)).toHaveCount(0)
  await expect(page.getByRole('group', { name: 'Buy or sell AAPL' })).toHaveCount(0)
}

test('a league shows nothing of itself to a non-member, at any of its addresses', async ({
  page,
}) => {
  const nowhere = '/leagues/7b1c8f6e-0000-4000-8000-000000000000'
  await arriveSignedIn(page)
  for (const path of ['', '/dashboard', '/stock/AAPL']) {
    await page.goto(nowhere + path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are not in this league')
  }
  await page.getByRole('link', { name: 'See your leagues' }).click()
  await expect(page).toHaveURL('/leagues')
  allowConsoleErrors(page, 'status of 404')
})
