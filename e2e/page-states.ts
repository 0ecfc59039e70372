// The states that pages can be in, and the steps that lead from one state to the next.
import { expect, type Page } from '@playwright/test'

import { longWords, meetLongWords, meetOldPrice, oldPriceWarning } from './faults.ts'
import { newPerson } from './learner.ts'
import { follow } from './paths.ts'
import { showRanking } from './ranking.ts'
import { trade } from './trade-form.ts'

export interface State {
  readonly name: string
  /** Reaches this state from the previous one. */
  readonly reach: (page: Page) => Promise<void>
  /** A check of the state that holds at any width. */
  readonly expectThere?: (page: Page) => Promise<void>
}

/** The parts of the frame that open on every page, shown on a short page, which is checked quickly. */
export const frameStates: readonly State[] = [
  {
    name: 'the list of the search',
    reach: async (page) => {
      await page.goto('/pro')
      await page.getByRole('combobox', { name: 'Search for a stock' }).fill('a')
      await page.keyboard.press('ArrowDown')
      const list = page.getByRole('listbox', { name: 'Stocks' })
      await expect(list.getByRole('option', { selected: true })).toBeVisible()
    },
  },
  {
    name: 'the account menu',
    reach: async (page) => {
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Account / }).click()
      await expect(page.getByRole('button', { name: 'Edit display name' })).toBeVisible()
    },
  },
  {
    name: 'the form of the name',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Edit display name' }).click()
      await expect(page.getByLabel('Display name', { exact: true })).toBeFocused()
    },
  },
  {
    name: 'a refused name',
    reach: async (page) => {
      await page.getByLabel('Display name', { exact: true }).fill('no')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
    },
  },
  {
    name: 'a page without a connection',
    reach: async (page) => {
      await page.context().setOffline(true)
      await expect(page.getByText(/^You're offline\./)).toBeVisible()
    },
  },
]

export const fullStates: readonly State[] = [
  {
    name: 'a dashboard with holdings, of which the chart is read, also as a table',
    reach: async (page) => {
      await showRanking(page)
      await page.goto('/dashboard')
      await expect(page.getByText('The Brave Blue Heron 3xx')).toBeVisible()
      await expect(page.getByRole('table', { name: 'Holdings' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
      await page.getByRole('button', { name: 'Show as table' }).click()
      await expect(page.getByRole('region', { name: /as a table$/ })).toBeVisible()
      await page.getByRole('slider').focus()
      await page.keyboard.press('Home')
      await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
    },
  },
  {
    name: 'a portfolio with holdings',
    reach: async (page) => {
      await follow(page, '/portfolio')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Portfolio')
      await expect(page.getByRole('row', { name: /NVDA/ })).toBeVisible()
    },
  },
  {
    name: 'a portfolio that the server has long words for instead',
    reach: async (page) => {
      await meetLongWords(page, '**/api/portfolio')
      // Loads a new document, because the query cache has the portfolio.
      await page.goto('/portfolio')
    },
    expectThere: async (page) => {
      const words = page.getByRole('alert').filter({ hasText: longWords.slice(0, 20) })
      await expect(words).toHaveText(`Failed to load portfolio: ${longWords}`)
      // The page can render the text again during the measurement.
      const lines = () =>
        words.evaluate(
          (text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight),
        )
      await expect.poll(lines).toBeLessThan(3.1)
    },
  },
  {
    name: 'transactions',
    reach: async (page) => {
      await follow(page, '/transactions')
      await expect(page.getByText('3 transactions')).toBeVisible()
    },
  },
  {
    name: 'transactions that are none',
    reach: async (page) => {
      // Without a split there is no link to this filter.
      await page.goto('/transactions?type=SPLIT')
      await expect(page.getByText('No transactions like these.')).toBeVisible()
    },
  },
  {
    name: 'a stock with trades, of which an hour is read in which both was done',
    reach: async (page) => {
      await follow(page, '/stock/AAPL')
      await expect(page.getByText('B you bought, S you sold')).toBeVisible()
    },
    expectThere: async (page) => {
      const ranges = await page.getByRole('radiogroup', { name: 'Range' }).boundingBox()
      expect(await topOfHourOfTrades(page)).toBeGreaterThan(
        (ranges?.y ?? 0) + (ranges?.height ?? 0),
      )
    },
  },
  {
    name: 'a refused order, with a year of prices',
    reach: async (page) => {
      await page.getByRole('radio', { name: '1Y' }).click()
      await trade(page, { side: 'Sell', quantity: 900 })
      await expect(page.getByRole('alert')).toContainText('Not enough shares')
    },
  },
  {
    name: 'an old price without a history',
    reach: async (page) => {
      await meetOldPrice(page, 'NFLX')
      await follow(page, '/stock/NFLX')
      await expect(page.getByText(oldPriceWarning)).toBeVisible()
      await expect(page.getByText('Historical data temporarily unavailable.')).toBeVisible()
    },
  },
  {
    name: 'a leaderboard with ten and the own place',
    reach: async (page) => {
      await showRanking(page)
      await follow(page, '/leaderboard')
      await expect(page.getByText('You, #42')).toBeVisible()
      await expect(page.getByText('of 60 traders')).toBeVisible()
    },
  },
  {
    name: 'the waitlist that was joined',
    reach: async (page) => {
      await follow(page, '/pro')
      const popup = page.waitForEvent('popup')
      await page.getByRole('button', { name: /join/i }).click()
      const form = await popup
      await expect(form.getByLabel('Email')).toHaveValue(/@school\.example$/)
      await form.close()
      await expect(page.getByText("You're on the list!")).toBeVisible()
    },
  },
]

/** The states of pages whose requests are never answered. */
export const loadingStates: readonly State[] = (
  [
    ['/dashboard', 'Loading chart data...'],
    ['/portfolio', 'Loading portfolio...'],
    ['/portfolio/orders', 'Loading orders...'],
    ['/portfolio/runs', 'Loading runs...'],
    ['/insights', 'Loading your result...'],
    ['/transactions', 'Loading transactions...'],
    ['/stock/AAPL', 'Loading stock data...'],
    ['/leaderboard', 'Loading leaderboard...'],
  ] as const
).map(([path, words]) => ({
  name: `${path} while it is loading`,
  reach: async (page) => {
    await follow(page, path)
    await expect(page.getByRole('status').filter({ hasText: words })).toBeVisible()
  },
}))

export const waitlistStates: readonly State[] = [
  {
    name: 'the form of the waitlist',
    reach: async (page) => {
      await page.goto('/waitlist')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the Pro waitlist')
    },
  },
  {
    name: 'the form of the waitlist with a fault',
    reach: async (page) => {
      // The browser's validation is off, so that the server's refusal is shown.
      await page
        .locator('main form')
        .evaluate((form: HTMLFormElement) => void (form.noValidate = true))
      await join(page, 'no email')
      await expect(page.getByRole('alert')).toHaveText('Enter a valid email address.')
    },
  },
  {
    name: 'the thanks of the waitlist',
    reach: async (page) => {
      await join(page, newPerson().email)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're on the list!")
    },
  },
]

async function join(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
}

/** Moves the slider back from now to the hour of the trades; retries, because a new history moves the slider. */
async function topOfHourOfTrades(page: Page): Promise<number | undefined> {
  const sold = page.getByText(/^Sold 2 at/)
  let top: number | undefined
  await expect(async () => {
    await page.getByRole('slider').focus()
    await page.keyboard.press('End')
    for (let hour = 0; hour < 3 && !(await sold.isVisible()); hour += 1) {
      await page.keyboard.press('ArrowLeft')
    }
    await expect(sold).toBeVisible({ timeout: 500 })
    const bought = page.getByText(/^Bought 5 at/)
    top = (await bought.locator('..').boundingBox({ timeout: 500 }))?.y
  }).toPass()
  return top
}
