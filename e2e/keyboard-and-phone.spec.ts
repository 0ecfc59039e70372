// The same trade with the keyboard only, and with taps on a phone.
import { expect, type Locator, type Page } from '@playwright/test'

import { expectAccessible } from './accessible.ts'
import { arriveSignedIn, newPerson } from './learner.ts'
import { test } from './product.ts'
import { executeButton, trade, tradeDone } from './trade-form.ts'

test('whoever has only keys finds a stock, trades it and reads its chart', async ({ page }) => {
  await arriveSignedIn(page, '/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  await page.keyboard.press('/')
  const search = page.getByRole('combobox', { name: 'Search for a stock' })
  await expect(search).toBeFocused()
  await page.keyboard.type('am')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^AMZN/)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/^AMD/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/stock/AMD')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await tabTo(page, page.getByLabel('Quantity'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await tradeDone(page, 'Bought 2 shares of AMD')
  await tabTo(page, page.getByLabel('Action'), 'Shift+Tab')
  await page.keyboard.press('s')
  await expect(page.getByLabel('Action')).toHaveValue('sell')
  await expect(page.getByText('You have 2 shares of AMD')).toBeVisible()

  const chart = page.getByRole('slider')
  await tabTo(page, chart, 'Shift+Tab')
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '0')
  await page.keyboard.press('Escape')
  await expect(chart).toHaveAttribute('aria-valuenow', /[1-9]/)
  await tabTo(page, page.getByRole('radio', { name: '7D' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('slider', { name: 'Price of AMD, 1M' })).toBeVisible()
})

test('the account menu opens, changes the name and closes with keys', async ({ page }) => {
  await arriveSignedIn(page, '/portfolio')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const menu = page.getByRole('button', { name: /^Account / })
  await tabTo(page, menu)
  await page.keyboard.press('Enter')
  const edit = page.getByRole('button', { name: 'Edit display name' })
  await expect(edit).toBeVisible()
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Display name', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('Enter')
  const name = `Key ${String(test.info().workerIndex)} Only`
  await page.keyboard.type(name)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Name changed.')).toBeVisible()
  await expect(page.getByText(name)).toBeVisible()
  await expect(edit).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(edit).toHaveCount(0)
  await expect(menu).toBeFocused()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('somebody new trades with few taps, and a thumb gets everywhere', async ({ page }) => {
    await page.goto('/')
    const taps = await signUpAndBuy(page)
    expect(taps).toBeLessThan(12)
    const receipt = page.getByRole('group', { name: 'Receipt' })
    await expect(receipt.getByText('Cash now')).toBeInViewport({ ratio: 1 })
    await expect(page.getByText(/[+−]\$[\d,.]+ \([+−]?[\d.]+%\) today/)).toBeVisible()
    await trade(page, { side: 'Buy', quantity: 6 })
    await tradeDone(page, 'Bought 6 shares of LYFT')
    await trade(page, { side: 'Sell', quantity: 1 })
    await tradeDone(page, 'Sold 1 share of LYFT')
    const gain = receipt.getByText(/^[+−]\$0\.\d\d \([+−]?\d\.\d\d%\)$/)
    await expect(gain).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'a receipt')
    await expectNothingBehindBars(page)

    const bar = page.getByRole('navigation', { name: 'Tab bar' })
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    for (const [name, path] of [
      ['Transactions', '/transactions'],
      ['Leaderboard', '/leaderboard'],
      ['Getting Started', '/getting-started'],
      ['Dashboard', '/dashboard'],
      ['Portfolio', '/portfolio'],
    ] as const) {
      await bar.getByRole('link', { name }).tap()
      await expect(page).toHaveURL(path)
      await expect(bar.locator('[aria-current=page]')).toHaveText(name, { useInnerText: true })
    }
    await expectNamesInBar(page, bar)
    await expect(page.getByText(/^Realized [+−]\$0\.\d\d$/)).toBeVisible()
    await page.getByRole('button', { name: 'Unrealized' }).tap()
    await expect(page.getByRole('tooltip')).toBeInViewport({ ratio: 1 })
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBe(0)
    await page.keyboard.press('Escape')
    const holding = page.getByRole('row', { name: /LYFT/ })
    await expect(holding).toContainText('6 shares')
    await holding.tap()
    await expect(page).toHaveURL('/stock/LYFT')
    await page.getByRole('combobox', { name: 'Search for a stock' }).fill('ube')
    await page.getByRole('option', { name: /UBER/ }).tap()
    await expect(page).toHaveURL('/stock/UBER')
    await page.getByRole('link', { name: 'Go Pro' }).first().tap()
    await expect(page).toHaveURL('/pro')
  })
})

/** Goes from the first page to the first trade; returns the number of taps. */
async function signUpAndBuy(page: Page): Promise<number> {
  let taps = 0
  const tap = async (target: Locator): Promise<void> => {
    taps += 1
    await target.tap()
  }
  const { email, password } = newPerson()
  await tap(page.getByRole('button', { name: 'Create an account' }))
  for (const [field, words] of [
    ['Email', email],
    ['Password', password],
    ['Confirm password', password],
  ] as const) {
    await tap(page.getByLabel(field, { exact: true }))
    await page.keyboard.type(words)
  }
  await tap(page.locator('form').getByRole('button', { name: 'Sign Up', exact: true }))
  await tap(page.getByRole('region', { name: 'Market' }).getByRole('link', { name: /LYFT/ }))
  const bar = page.getByRole('group', { name: 'Buy or sell LYFT' })
  await expect(executeButton(page)).not.toBeInViewport()
  await tap(bar.getByRole('button', { name: 'Buy' }))
  await expect(executeButton(page)).toBeInViewport({ ratio: 1 })
  await expect(bar).toBeHidden()
  await tap(executeButton(page))
  await tradeDone(page, 'Bought 1 share of LYFT')
  return taps
}

/** Every name is on one line, separate from the next; the longest name is shortened on narrow screens. */
async function expectNamesInBar(page: Page, bar: Locator): Promise<void> {
  for (const [width, last, name] of [
    [320, 'Learn', 'Learn Getting Started'],
    [360, 'Getting Started', 'Getting Started'],
    [390, 'Getting Started', 'Getting Started'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await expect(bar.getByRole('link').last()).toHaveAccessibleName(name)
    const names = await bar.locator('a > span:last-child').all()
    const boxes = await Promise.all(names.slice(0, -1).map((one) => one.boundingBox()))
    const end = await bar.getByText(last, { exact: true }).boundingBox()
    const edges = [...boxes, end].flatMap((box) => [
      box?.x ?? NaN,
      (box?.x ?? NaN) + (box?.width ?? NaN),
    ])
    expect(edges).toEqual(edges.toSorted((one, other) => one - other))
    expect(edges.at(-1)).toBeLessThanOrEqual(width)
    expect([...boxes, end].map((box) => box?.height)).toEqual(names.map(() => 16))
  }
}

/** The focused element and the end of the page are above both bars. */
async function expectNothingBehindBars(page: Page): Promise<void> {
  const topOf = async (target: Locator): Promise<number> =>
    Math.round((await target.boundingBox())?.y ?? 0)
  const bottomOf = async (target: Locator): Promise<number> => {
    const box = await target.boundingBox()
    // Whole pixels, because a text can begin between two.
    return Math.round((box?.y ?? Infinity) + (box?.height ?? 0))
  }
  const header = page.getByRole('banner')
  await header.scrollIntoViewIfNeeded()
  expect(await bottomOf(header)).toBeLessThan(112)
  const bar = page.getByRole('group', { name: 'Buy or sell LYFT' })
  await expect(bar).toBeVisible()
  const link = page.getByRole('link', { name: 'AI Analysis' })
  // Scrolls the link behind the upper bar, but not behind the lower one.
  await link.evaluate((element) =>
    window.scrollBy(0, element.getBoundingClientRect().top - window.innerHeight + 150),
  )
  expect(await bottomOf(link)).toBeGreaterThan(await topOf(bar))
  await link.focus()
  expect(await bottomOf(link)).toBeLessThanOrEqual(await topOf(bar))
  const footer = page.getByRole('contentinfo')
  await page.keyboard.press('End')
  await expect(footer).toBeInViewport({ ratio: 1 })
  const navigation = page.getByRole('navigation', { name: 'Tab bar' })
  expect(await bottomOf(footer)).toBeLessThanOrEqual(await topOf(navigation))
  expect(await bottomOf(bar)).toBeLessThanOrEqual(await topOf(footer))
}

/** Presses the key until the target has the focus; the limit is above the number of stops of any page. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await expect(target).toBeVisible()
  const isThere = (): Promise<boolean> =>
    target.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 80 && !(await isThere()); pressed += 1) {
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}
