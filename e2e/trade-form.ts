// Uses the trade form on the page of a stock and reads the result.
import { expect, type Locator, type Page } from '@playwright/test'

export interface TradeInput {
  readonly side: 'Buy' | 'Sell'
  readonly quantity: number
}

export async function trade(page: Page, { side, quantity }: TradeInput): Promise<void> {
  await page.getByLabel('Action').selectOption(side)
  await page.getByLabel('Quantity').fill(String(quantity))
  await executeButton(page).click()
}

/** Finds the enabled button; it is disabled for a moment after each order. */
export const executeButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Execute Trade', disabled: false })

/** Waits for the message of a trade; returns the amount in it, in cents. */
export async function tradeDone(page: Page, words: string): Promise<{ total: number }> {
  const message = page.getByRole('status').filter({ hasText: words })
  await expect(message).toHaveText(/^(Bought|Sold) .+ at \$[\d,.]+ for \$[\d,.]+\.$/)
  return { total: centsIn((await message.innerText()).split(' for ')[1] ?? '') }
}

export const centsIn = (text: string): number => Number(text.replaceAll(/\D/g, ''))

export const asMoney = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** The value next to its name in a description list. */
export const figure = (page: Page, name: string): Locator =>
  page.getByRole('definition').and(page.locator(`dt:has-text("${name}") + dd`))
