// The insights on the demo data: reached from the dashboard, on a phone, and as a saved picture.
import { expect, type Locator, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { arriveAsLearner, signInAsLearner, test } from './demo-world.ts'
import { arriveSignedIn, arriveWithHoldings } from './learner.ts'
import { goTo } from './paths.ts'
import { groundOf, savePicture } from './saved-picture.ts'
import { allowConsoleErrors } from './product.ts'
import { longTasksOf, noteLongTasks, noteShifts, shiftsOf, sumOf } from './page-observers.ts'

// All tests share one demo world, because creating it takes longer than most of the tests.
test.describe.configure({ mode: 'default' })

test('the learner of the demo looks at a good year', async ({ page, demo }) => {
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await signInAsLearner(page, demo)
  await page.getByRole('radio', { name: '1Y' }).click()
  const chart = page.getByRole('slider', { name: 'Portfolio value, 1Y' })
  await expect
    .poll(async () => Number(await chart.getAttribute('aria-valuemax')))
    .toBeGreaterThan(360)
  await expect(page.getByText('No data available for this period')).toBeHidden()

  await goTo(page, 'Leaderboard')
  const table = page.getByRole('table', { name: 'Top 10 by ROI %' })
  await expect(table.locator('tbody').first().getByRole('row')).toHaveCount(10)
  // The learner is among the top ten or below them, depending on the prices of the year.
  const own = table.getByRole('row').filter({ hasText: 'Steady Otter 42' })
  await expect(own).toHaveText(/You/)
  await expect(page.getByText('of 61 traders')).toBeVisible()
  await expect(page.getByText(/^(Up|Down) \d+ places? since |^No change since /)).toBeVisible()
  await expect(page.getByText(/^Best in 30 days: #\d+ on /)).toBeVisible()
  expect(said).toEqual([])
})

type Title = 'Compared with the market' | 'What drove it' | 'Luck' | 'Habits'
const part = (page: Page, name: Title): Locator => page.getByRole('region', { name, exact: true })
/** The later rows of a table of all points, which has hundreds of rows. */
const laterRows = 'tbody tr:nth-child(n + 30)'
/** The shortest and the longest range. */
const ranges = ['7D', 'ALL']

test('a gain leads to what explains it: a verdict and four parts with numbers, whose tables add up', async ({
  page,
  demo,
}) => {
  await arriveAsLearner(page, demo)
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'Why?' }).click()
  await expect(page).toHaveURL('/insights')
  await expectAllParts(page)
  for (const range of ranges) {
    await part(page, 'Compared with the market').getByRole('radio', { name: range }).click()
    await expect(part(page, 'What drove it').getByRole('radio', { name: range })).toBeChecked()
    await openTable(page, 'What drove it', `What drove it, ${range}, as a table`)
    await expectToAddUp(page, range)
  }
  await openTable(page, 'Compared with the market', 'You and the market, ALL, as a table')
  await expectSumBelowRows(page, 'You and the market, ALL, as a table')
  await openTable(page, 'Compared with the market', 'What if, as a table')
  // The table of points has hundreds of similar rows.
  await part(page, 'Compared with the market').getByRole('button', { name: 'Hide table' }).click()
  await openTable(page, 'Luck', 'Luck, as a table')
  await expectGoodOnScreens(page, 'a result with all of its tables', { without: laterRows })
  // On a busy machine its reads can take longer than the limit of long reads allows. All parts were there in the end.
  allowConsoleErrors(page, '429 (Too Many Requests)')
})

async function openTable(page: Page, name: Title, table: string): Promise<void> {
  const rows = part(page, name).getByRole('region', { name: table }).getByRole('row')
  // The table can still be open from another range.
  const button = part(page, name).getByRole('button', { name: /^(?:Show as|Hide) table$/ })
  if ((await button.textContent()) === 'Show as table') await button.click()
  await expect(rows.filter({ hasText: /\$\d/ }).first()).toBeVisible()
}

/** Checks the printed table, because on the screen the sum row is sticky. */
async function expectSumBelowRows(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  const table = page.getByRole('region', { name })
  const last = await table.locator('tbody tr').last().boundingBox()
  const sum = await table.locator('tfoot').boundingBox()
  expect(sum?.y).toBeGreaterThanOrEqual((last?.y ?? Infinity) + (last?.height ?? 0) - 1)
  await page.emulateMedia({ media: 'screen' })
}

async function expectAllParts(page: Page): Promise<void> {
  await expect(
    page.getByText(
      /^(?:You beat the market|The market beat you) by \d+\.\d points.+[A-Z]+.*\.|^You and the market are level\./,
    ),
  ).toBeVisible()
  await expect(part(page, 'Compared with the market')).toContainText(
    /You [+\u2212][\d.]+%, the market [+\u2212][\d.]+%\./,
  )
  await expect(part(page, 'What drove it')).toContainText(
    /[A-Z]+ earned you the most, \$[\d,.]+.+ Your total is [+\u2212]\$[\d,.]+ since/,
  )
  const twins = part(page, 'Compared with the market')
    .getByRole('list', { name: 'What if' })
    .getByRole('listitem')
  await expect(twins).toHaveCount(4)
  for (const twin of await twins.all()) {
    await expect(twin).toContainText(
      /What if you'd .+\? \$[\d,]+\.\d\d, which is \$[\d,]+\.\d\d (?:more|less)/,
    )
  }
  await expect(part(page, 'Luck')).toContainText(
    /You beat (?:(?:fewer|more) than )?\d+ of 100 random stock pickers\./,
  )
  await expect(part(page, 'Luck').getByRole('img')).toBeVisible()
  const habits = part(page, 'Habits').locator('dt + dd')
  await expect(habits).toHaveCount(6)
  for (const habit of await habits.all()) await expect(habit).toContainText(/\d/)
}

/** The rows of 'What drove it' add up, to the cent, to the total and to the amount in the sentence. */
async function expectToAddUp(page: Page, range: string): Promise<void> {
  const earned = part(page, 'What drove it')
  const table = earned.getByRole('table', { name: `What drove it, ${range}, as a table` })
  const [, ...rows] = await table.getByRole('row').all()
  const amounts = await Promise.all(rows.map((row) => row.getByRole('cell').first().textContent()))
  const cents = amounts.map(centsOf)
  const sum = cents.pop()
  expect(cents.length).toBeGreaterThan(3)
  expect(cents.reduce((all, one) => all + one, 0)).toBe(sum)
  await expect(earned).toContainText(`Your total is ${amounts.at(-1)} since`)
}

const centsOf = (amount: string | null): number =>
  Number(amount?.replace('\u2212', '-').replaceAll(/[^\d-]/g, ''))

test('the comparison on the dashboard is remembered', async ({ page, demo }) => {
  await arriveAsLearner(page, demo)
  await page.goto('/dashboard')
  const choice = page.getByRole('checkbox', { name: 'Compare with the market' })
  const words = page.getByText(/^You [+\u2212].+, the market [+\u2212].+%\.$/)
  await expect(choice).not.toBeChecked()
  await choice.check()
  await expect(words).toBeVisible()
  await page.reload()
  await expect(choice).toBeChecked()
  await expect(words).toBeVisible()
  await choice.uncheck()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await expect(words).toBeHidden()
})

test('who has just begun is told what is missing', async ({ page }) => {
  await arriveSignedIn(page, '/insights')
  await expect(page.getByText('Make your first trade to see your results here.')).toBeVisible()
  await expect(part(page, 'Luck')).toBeHidden()
  await expectGoodOnScreens(page, 'a result without trades')
  await arriveWithHoldings(page, '/insights')
  await expect(part(page, 'Compared with the market')).toContainText(/You .+%, the market .+%\./)
  await expect(part(page, 'Luck')).toContainText(
    'Too early to tell luck from skill. Come back after 10 buys on 5 days over two weeks.',
  )
  await expectGoodOnScreens(page, 'a result of a first day')
})

for (const width of [1280, 390]) {
  test(`at ${width} px the page opens without moving, and soon answers`, async ({ page, demo }) => {
    await page.setViewportSize({ width, height: 844 })
    await arriveAsLearner(page, demo)
    await noteShifts(page)
    await noteLongTasks(page)
    const longest: number[] = []
    for (let opening = 0; opening < 3; opening += 1) {
      await page.goto('/insights')
      await expectAllParts(page)
      expect(sumOf(await shiftsOf(page))).toBeLessThanOrEqual(shiftMax)
      longest.push(Math.max(0, ...(await longTasksOf(page))))
    }
    test.info().annotations.push({ type: 'longest tasks in ms', description: longest.join(', ') })
    // The best of several runs counts, because load on the machine only adds time.
    expect(Math.min(...longest)).toBeLessThanOrEqual(taskMsMax)
    expect(await longTasksAfter(page, 120), 'that a long task is seen').not.toEqual([])
  })
}

/** The long tasks that the observer reports after a task of the given length. */
async function longTasksAfter(page: Page, ms: number): Promise<number[]> {
  // Runs in a timer of the page, because the observer ignores evaluated code.
  await page.evaluate(
    (busyMs) =>
      new Promise<void>((resolve) => {
        setTimeout(() => {
          const from = performance.now()
          while (performance.now() - from < busyMs);
          resolve()
        })
      }),
    ms,
  )
  return (await longTasksOf(page)).filter((duration) => duration >= ms)
}

const shiftMax = 0.02
const taskMsMax = 200

test('the comparison is saved as a picture, with a name or without, light or dark', async ({
  page,
  demo,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await arriveAsLearner(page, demo)
  await page.goto('/insights')
  const origins: string[] = []
  page.on('request', (request) => origins.push(new URL(request.url()).origin))
  await page.getByRole('button', { name: 'Save as picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as picture' })
  const preview = dialog.getByRole('img')
  await expect(preview).toHaveAttribute(
    'alt',
    /^The portfolio .+%, the market .+%\. Since .+ Anonymous\.$/,
  )
  await expect(dialog.getByRole('radio', { name: 'Dark' })).toBeChecked()
  await expectGoodOnScreens(page, 'a picture before it is saved')
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })

  const pictures = [await savePicture(page)]
  await dialog.getByLabel('Show my name').check()
  await expect(preview).toHaveAttribute('alt', / Steady Otter 42\.$/)
  pictures.push(await savePicture(page))
  await dialog.getByRole('radio', { name: 'Light' }).click()
  pictures.push(await savePicture(page))
  await dialog.getByLabel('Show my name').uncheck()
  await expect(preview).toHaveAttribute('alt', / Anonymous\.$/)
  pictures.push(await savePicture(page))

  // Every choice changes the picture.
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(4)
  const grounds = await Promise.all(pictures.map((picture) => groundOf(page, picture)))
  expect(grounds).toEqual(['11,13,18', '11,13,18', '246,247,249', '246,247,249'])
  expect(new Set(origins.filter((origin) => origin !== 'null'))).toEqual(new Set([demo.url]))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Save as picture' })).toBeFocused()
})
