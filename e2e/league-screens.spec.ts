// The pages of leagues in each of their states: accessible and fitting in both themes, and about the league alone.
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import {
  apiOf,
  buyInLeague,
  createLeague,
  joinLeague,
  moveLeague,
  newLearner,
  type League,
} from './league-world.ts'
import { arriveSignedIn } from './learner.ts'
import { follow } from './paths.ts'
import { allowConsoleErrors, test, type Product } from './product.ts'

const widths = [1280, 320]
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Waits until the page has its data. */
async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('.skeleton')).toHaveCount(0)
  await expectGoodOnScreens(page, name, { widths })
}

async function lookAt(page: Page, path: string, name: string): Promise<void> {
  await page.goto(path)
  await expect(heading(page)).toBeVisible()
  await look(page, name)
}

const screens = ['/dashboard', '/portfolio', '/orders', '/transactions', '/insights', '/stock/AAPL']

/** The page of the league and its screens, in one document, because a new one takes longer than the checks of it. */
async function lookAtLeague(page: Page, { id }: League, name: string): Promise<void> {
  await lookAt(page, `/leagues/${id}`, `the page of a league, ${name}`)
  for (const screen of screens) {
    const before = await heading(page).innerText()
    await follow(page, `/leagues/${id}${screen}`)
    await expect(heading(page)).not.toHaveText(before)
    await look(page, `${screen} of a league, ${name}`)
  }
}

/** The learner of the page owns the league, and two others are in it. */
async function makeClass(page: Page, wish: Parameters<typeof createLeague>[1] = {}) {
  await arriveSignedIn(page, '/leagues')
  const owner = await apiOf(page.request)
  const league = await createLeague(owner, wish)
  const others = await Promise.all([newLearner(page), newLearner(page)])
  const [first = league, second = league] = await Promise.all(
    others.map((api, index) => joinLeague(api, league, `Pupil ${index + 1}, 9b`)),
  )
  return { owner, league, others, theirs: [first, second] as const }
}

async function makeTradedClass(page: Page, wish: Parameters<typeof createLeague>[1] = {}) {
  const made = await makeClass(page, wish)
  const { owner, league, others, theirs } = made
  await buyInLeague(owner, league, ['AAPL', 3])
  for (const [index, api] of others.entries()) {
    await buyInLeague(api, theirs[index] ?? league, ['NVDA', 2 + index])
  }
  return made
}

test('the list of leagues and the form of a new one', async ({ page }) => {
  await arriveSignedIn(page)
  await lookAt(page, '/leagues', 'no league')
  await button(page, 'Create a league').click()
  await page.getByLabel('Name').fill('no')
  await button(page, 'Create').click()
  await expect(page.getByRole('alert')).toBeVisible()
  await look(page, 'a refused league')
  await createLeague(await apiOf(page.request))
  await lookAt(page, '/leagues', 'a list of leagues')
  await page.getByLabel('Code').fill('BCDF 2345')
  await button(page, 'Go').click()
  await expect(page.getByRole('alert')).toContainText('BCDF-2345')
  await look(page, 'an unknown code')
  allowConsoleErrors(page, 'status of 400', 'status of 404')
})

test('the page behind a link', async ({ page, product }) => {
  const { league } = await makeClass(page, { holdings: 'never' })
  const link = `/join/${league.code}`
  await lookAt(page, link, 'the link of the own league')
  await page.context().clearCookies()
  await lookAt(page, link, 'a link without a sign-in')
  await arriveSignedIn(page)
  await lookAt(page, link, 'a link with a sign-in')
  await moveLeague(product, league, { startsInMs: -3 * 86_400_000 })
  await page.goto(link)
  await expect(page.getByText("You won't get a rank")).toBeVisible()
  await look(page, 'a link that comes late')
  await endNow(product, league)
  await page.goto(link)
  await expect(page.getByText('This league is over.')).toBeVisible()
  await look(page, 'the link of a league that is over')
})

test('a league before its start, each screen opened at its address', async ({ page }) => {
  await arriveSignedIn(page)
  const league = await createLeague(await apiOf(page.request), { startsInMs: 86_400_000 })
  for (const screen of ['', ...screens]) {
    await lookAt(page, `/leagues/${league.id}${screen}`, `${screen} of a league, before`)
  }
  await page.goto(`/leagues/${league.id}`)
  await button(page, 'Change name and rules…').click()
  await expect(page.getByLabel('Name')).toBeFocused()
  await look(page, 'the form of the rules')
})

test('a league that is open, for its owner', async ({ page }) => {
  const { league } = await makeTradedClass(page)
  await lookAtLeague(page, league, 'open')
  await page.goto(`/leagues/${league.id}`)
  for (const [name, title] of [
    ['Show it large', 'Join Economics 9b'],
    ['New code…', 'Make a new code?'],
  ] as const) {
    await button(page, name).click()
    await expect(page.getByRole('dialog', { name: title })).toBeVisible()
    await look(page, title)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('table', { name: 'Board' }).getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByText('Total')).toBeVisible()
  await look(page, 'the holdings of a member')
  await page.keyboard.press('Escape')
  await button(page, 'End early…').click()
  await button(page, 'End early').click()
  await expect(page.getByText(/^This league ends early/)).toBeVisible()
  await look(page, 'a league that ends early')
})

test('a league that is open, for a member, and the league that hides holdings', async ({
  page,
}) => {
  const { league } = await makeTradedClass(page, { holdings: 'never' })
  await arriveSignedIn(page, `/join/${league.code}`)
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(page.getByRole('row', { name: /\(you\)/ })).toBeVisible()
  await look(page, 'a member')
  await page.getByRole('button', { name: 'Leave the league…' }).click()
  await expect(page.getByText(/has no trade/)).toBeVisible()
  await look(page, 'the question before leaving')
})

test('a league that is over', async ({ page, product }) => {
  const { league } = await makeTradedClass(page)
  await endNow(product, league)
  await page.goto(`/leagues/${league.id}`)
  await expect(page.getByRole('list', { name: 'Podium' })).toBeVisible()
  await lookAtLeague(page, league, 'over')
})

async function endNow(product: Product, league: League): Promise<void> {
  await moveLeague(product, league, { endsInMs: 0 })
}

test('every link of the screens of a league stays in the league', async ({ page }) => {
  const { owner, league } = await makeTradedClass(page)
  await owner('POST', '/orders', {
    portfolio: league.portfolio,
    ticker: 'MSFT',
    type: 'BUY',
    kind: 'limit',
    quantity: 1,
    price: 1,
    lasts: 'gtc',
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const base = `/leagues/${league.id}`
  const walked = new Set<string>()
  const ahead = [`${base}/dashboard`]
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    if (walked.has(path)) continue
    walked.add(path)
    await follow(page, path)
    await expect(page.locator('.skeleton')).toHaveCount(0)
    const links = await linksOf(page)
    expect(links.filter((link) => !link.startsWith(base) && !isElsewhere(link))).toEqual([])
    if (path !== base) ahead.push(...links.filter((link) => link.startsWith(base)))
  }
  expect([...walked]).toEqual(expect.arrayContaining(screens.map((screen) => base + screen)))
  await follow(page, `${base}/transactions`)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download CSV').click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/\r\n.*,BUY,AAPL,3,.*\r\n$/)
  const ofPortfolios = asked.filter((url) => aboutPortfolio.test(url))
  expect(ofPortfolios.length).toBeGreaterThan(screens.length)
  expect(ofPortfolios.filter((url) => !url.includes(league.portfolio))).toEqual([])
})

/** What leads out of a league on purpose: the guides, the list of leagues, and the end of the page. */
const isElsewhere = (link: string): boolean => /^\/(getting-started|leagues$)/.test(link)

const aboutPortfolio =
  /\/api\/(portfolio|transactions|orders|current-portfolio-value|net_worth|insights)/

/** The links outside of the header and the footer. */
async function linksOf(page: Page): Promise<string[]> {
  const links = page.locator('main a[href]')
  await expect(links.first()).toBeVisible()
  return links.evaluateAll((all) =>
    all.map((link) => {
      const { pathname, hash } = new URL((link as HTMLAnchorElement).href)
      return hash === '' ? pathname : window.location.pathname
    }),
  )
}
