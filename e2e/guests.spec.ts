// Guests of a lesson: a pupil joins with the link and a nickname, without an account, and may keep the result in the end.
import { expect, type Browser, type Locator, type Page, type Route } from '@playwright/test'

import { expectAccessible, expectGoodOnScreens } from './accessible.ts'
import { apiOf, type League } from './league-world.ts'
import { arriveSignedIn, newPerson, signUpByForm } from './learner.ts'
import { noteShifts, shiftsOf, sumOf } from './page-observers.ts'
import { allowConsoleErrors, noteConsoleErrors, test } from './product.ts'

const phone = { width: 390, height: 844 }
/** Also that of the narrowest phone. */
const widths = [phone.width, 320]

test('a pupil joins with the link and a nickname, plays, and keeps the result', async ({
  page,
  browser,
  product,
}) => {
  const { api, lesson } = await createLesson(page)
  await using closing = new AsyncDisposableStack()
  const pupil = await openPhone(browser, product.url, closing)
  await noteTaps(pupil)
  await pupil.goto(`/join/${lesson.code}`)
  const nickname = pupil.getByLabel('Nickname')
  await expect(nickname).toHaveValue(/^\w+ \w+ \d+$/)
  await expectGoodOnScreens(pupil, 'join as a guest', { widths })
  await nickname.tap()
  await pupil.keyboard.type('Zoé K')
  await pupil.getByRole('button', { name: 'Join', exact: true }).tap()
  await expect(pupil.getByText('Waiting for the start.')).toBeVisible()
  await expect(pupil).toHaveURL(`/leagues/${lesson.id}/play`)
  expect(await tapsOf(pupil)).toBeLessThanOrEqual(4)
  await expect(pupil.getByRole('banner')).toHaveCount(0)
  await expectGoodOnScreens(pupil, 'the lobby of a guest', { widths })
  await expect(page.getByRole('list', { name: 'Members' }).getByText('Zoé K')).toBeVisible()

  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await buys(pupil)
  await staysInTheLesson(pupil, lesson)
  await seesAnother(pupil, await api<League>('POST', '/leagues', plan))
  await api('POST', `/leagues/${lesson.id}/end`)
  await keepsTheResult(pupil, lesson)
  expect(noErrors(pupil)).toEqual([])
})

test('a guest who is removed is out at once, and is told so', async ({
  page,
  browser,
  product,
}) => {
  const { lesson } = await createLesson(page)
  await using closing = new AsyncDisposableStack()
  const pupil = await openPhone(browser, product.url, closing)
  await joins(pupil, lesson)
  const removed = page.getByRole('list', { name: 'Members' }).getByRole('button')
  await removed.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  const from = Date.now()
  await expect(pupil.getByText(/^You're not in the lesson any more\./)).toBeVisible()
  // The server ends the stream within two seconds, and the page asks within another one.
  expect(Date.now() - from).toBeLessThan(4_000)
  await expect(pupil).toHaveURL('/join')
  await expectAccessible(pupil, 'a guest who is out')
  await pupil.goto(`/join/${lesson.code}`)
  await pupil.getByRole('button', { name: 'Join', exact: true }).tap()
  await expect(pupil.getByRole('alert')).toBeVisible()
  allowConsoleErrors(pupil, '401', '403', '404', '409')
  expect(noErrors(pupil)).toEqual([])
})

const plan = { kind: 'lesson', name: 'Economics 10', span: 'year', minutes: 10 }

/** The organiser, on the projector's page. */
async function createLesson(page: Page) {
  await page.setViewportSize({ width: 1280, height: 800 })
  await arriveSignedIn(page)
  const api = await apiOf(page.request)
  const lesson = await api<League>('POST', '/leagues', plan)
  await page.goto(`/leagues/${lesson.id}/screen`)
  return { api, lesson }
}

const errorsOf = new WeakMap<Page, readonly string[]>()
const noErrors = (page: Page) => errorsOf.get(page)

async function openPhone(browser: Browser, baseURL: string, closing: AsyncDisposableStack) {
  const context = await browser.newContext({
    baseURL,
    viewport: phone,
    hasTouch: true,
    reducedMotion: 'reduce',
  })
  closing.defer(() => context.close())
  const page = await context.newPage()
  errorsOf.set(page, noteConsoleErrors(page))
  return page
}

/** Counts the taps on every page of the tab. */
const noteTaps = (page: Page): Promise<unknown> =>
  page.addInitScript(() =>
    addEventListener('click', (event) => {
      // Enter in a field clicks the button of its form.
      if (event.detail === 0) return
      sessionStorage.setItem('taps', String(Number(sessionStorage.getItem('taps')) + 1))
    }),
  )

const tapsOf = (page: Page): Promise<number> =>
  page.evaluate(() => Number(sessionStorage.getItem('taps')))

async function joins(page: Page, { code, id }: League): Promise<void> {
  await page.goto(`/join/${code}`)
  await page.getByRole('button', { name: 'Join', exact: true }).tap()
  await expect(page).toHaveURL(`/leagues/${id}/play`)
  await expect(page.getByText('Waiting for the start.')).toBeVisible()
}

async function buys(page: Page): Promise<void> {
  await expect(page.getByText(/^Orders fill at the next price/)).toBeVisible()
  await page.getByRole('button', { name: /Stock C\b/ }).tap()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Buy $1,000', exact: true }).tap()
  await sheet.getByRole('button', { name: /^Buy \d+ shares?$/ }).tap()
  await expect(sheet.getByText(/^Bought .* of Stock C/)).toBeVisible()
  await sheet.getByRole('button', { name: 'Close' }).tap()
}

/** Its pages work without a refused call, and every other address leads back to them. */
async function staysInTheLesson(page: Page, { id }: League): Promise<void> {
  for (const name of ['Portfolio', 'Transactions', 'Insights', 'Board and rules']) {
    await page.goto(`/leagues/${id}/play`)
    await page.getByRole('link', { name, exact: true }).tap()
    await expect(page.getByRole('link', { name: 'Play', exact: true }).first()).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expect(page.getByRole('banner')).toHaveCount(0)
    await expectGoodOnScreens(page, `${name} of a guest`, { widths })
    expect(await linksElsewhere(page, id), name).toEqual([])
  }
  for (const path of ['/', '/dashboard', '/leagues', `/leagues/${id}/screen`, '/stock/AAPL']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(`/leagues/${id}/play`)
  }
}

const linksElsewhere = (page: Page, id: string): Promise<string[]> =>
  page
    .getByRole('link')
    .evaluateAll(
      (links, own) =>
        links
          .map((link) => link.getAttribute('href') ?? '')
          .filter((to) => !to.startsWith(own) && to !== '#main'),
      `/leagues/${id}`,
    )

/** Another lesson can be joined by its code too. */
async function seesAnother(page: Page, { code }: League): Promise<void> {
  await page.goto('/join')
  await page.getByLabel('Code').fill(`${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`)
  await page.getByRole('button', { name: 'Go', exact: true }).tap()
  await expect(page.getByLabel('Nickname')).toBeVisible()
  await page.goBack()
}

async function keepsTheResult(page: Page, { id, name }: League): Promise<void> {
  await page.goto(`/leagues/${id}/insights`)
  await expect(page.getByRole('region', { name: 'What drove it', exact: true })).toBeVisible()
  await expect(page.locator('.skeleton')).toHaveCount(0)
  expect(await linksElsewhere(page, id)).toEqual([])
  const card = page.getByRole('region', { name: 'Keep my result' })
  await page.goto(`/leagues/${id}`)
  await expect(card).toBeVisible()
  await expectGoodOnScreens(page, 'the final board for a guest', { widths })
  await page.getByRole('link', { name: 'Play', exact: true }).tap()
  await expect(page.getByText('The lesson is over.').first()).toBeVisible()
  await expect(card.getByText(/Ask your school or a parent first/)).toBeVisible()
  await expectGoodOnScreens(page, 'the end for a guest', { widths })
  await staysInPlace(page, card)
  await card.getByRole('button', { name: 'Sign up or sign in' }).tap()
  await signUpByForm(page, newPerson())
  await expect(page).toHaveURL(`/leagues/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('banner')).toBeVisible()
  await expect(page.getByRole('row', { name: /\(you\)/ })).toBeVisible()
}

/** The stocks do not move when the code of the card above them comes late. */
async function staysInPlace(page: Page, card: Locator): Promise<void> {
  await noteShifts(page)
  const asked = Promise.withResolvers<Route>()
  await page.route('**/keep-result-*.js', (route) => asked.resolve(route), { times: 1 })
  await page.reload()
  const late = await asked.promise
  await expect(page.getByRole('list', { name: 'Stocks' })).toBeVisible()
  await late.continue()
  await expect(card).toBeVisible()
  expect(sumOf(await shiftsOf(page))).toBeLessThan(0.02)
}
