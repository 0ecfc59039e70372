// Every page with something on it, and everything that opens on a page: accessible and fitting in both themes, also on a phone.
import { expect, type Page } from '@playwright/test'

import { expectAccessibleInBothThemes, expectToFit } from './accessible.ts'
import { forgive } from './complaints.ts'
import { arriveWithHoldings, somebody } from './learner.ts'
import { test } from './product.ts'
import { trade } from './trade-form.ts'

for (const width of [1280, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    test('full pages and what opens on them are accessible and fit', async ({
      page,
      complaints,
    }) => {
      await arriveWithHoldings(page)
      for (const { name, reach } of states) {
        await reach(page)
        await expectAccessibleInBothThemes(page, name)
        await expectToFit(page, name)
      }
      forgive(complaints, 'status of 422')
    })

    test('the form of the waitlist is accessible and fits', async ({ page, complaints }) => {
      for (const { name, reach } of waitlistStates) {
        await reach(page)
        await expectAccessibleInBothThemes(page, name)
        await expectToFit(page, name)
      }
      forgive(complaints, 'status of 400')
    })
  })
}

test('nothing that opens scrolls sideways at 320 px', async ({ page, complaints }) => {
  await arriveWithHoldings(page)
  await page.setViewportSize({ width: 320, height: 640 })
  for (const { name, reach } of [...states, ...waitlistStates]) {
    await reach(page)
    await expectToFit(page, name)
  }
  forgive(complaints, 'status of 4')
})

interface State {
  readonly name: string
  /** From the one before it. */
  readonly reach: (page: Page) => Promise<void>
}

const states: readonly State[] = [
  {
    name: 'a dashboard with holdings',
    reach: async (page) => {
      await page.goto('/dashboard')
      await expect(page.getByRole('table', { name: 'Holdings' })).toBeVisible()
      await expect(page.getByRole('table', { name: 'Transactions' })).toBeVisible()
      await expect(page.getByRole('slider')).toBeVisible()
    },
  },
  {
    name: 'a chart that is read',
    reach: async (page) => {
      await page.getByRole('slider').focus()
      await page.keyboard.press('Home')
      await expect(page.getByRole('slider')).toHaveAttribute('aria-valuenow', '0')
    },
  },
  {
    name: 'the list of the search',
    reach: async (page) => {
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
      await page.getByRole('button', { name: 'Account', exact: true }).click()
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
    name: 'a portfolio with holdings',
    reach: async (page) => {
      await page.goto('/portfolio')
      await expect(page.getByRole('row', { name: /NVDA/ })).toBeVisible()
    },
  },
  {
    name: 'transactions',
    reach: async (page) => {
      await page.goto('/transactions')
      await expect(page.getByText('3 transactions')).toBeVisible()
    },
  },
  {
    name: 'transactions that are none',
    reach: async (page) => {
      await page.getByRole('radio', { name: 'Split' }).click()
      await expect(page.getByText('No transactions like these.')).toBeVisible()
    },
  },
  {
    name: 'a stock with trades',
    reach: async (page) => {
      await page.goto('/stock/AAPL')
      await expect(page.getByText('B you bought, S you sold')).toBeVisible()
      await page.getByRole('slider').focus()
    },
  },
  {
    name: 'a refused order',
    reach: async (page) => {
      await trade(page, { way: 'Sell', quantity: 900 })
      await expect(page.getByRole('alert')).toContainText('Not enough shares')
    },
  },
  {
    name: 'the waitlist that was joined',
    reach: async (page) => {
      await page.goto('/pro')
      const form = page.waitForEvent('popup')
      await page.getByRole('button', { name: /join/i }).click()
      await (await form).close()
      await expect(page.getByText("You're on the list!")).toBeVisible()
    },
  },
]

const waitlistStates: readonly State[] = [
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
      // Without the browser's own check, so that the server's no is seen.
      await page.locator('form').evaluate((form: HTMLFormElement) => void (form.noValidate = true))
      await join(page, 'nobody')
      await expect(page.getByRole('alert')).toHaveText('Please enter a valid e-mail address.')
    },
  },
  {
    name: 'the thanks of the waitlist',
    reach: async (page) => {
      await join(page, somebody().email)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText("You're on the list!")
    },
  },
]

async function join(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Join the waitlist' }).click()
}
