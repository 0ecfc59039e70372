// The trade card: it keeps no room for an answer before an order is sent, the answer moves nothing, and it is always shown.
import { expect, type Page } from '@playwright/test'

import { endFaults } from './faults.ts'
import { arriveSignedIn } from './learner.ts'
import { noteShifts, shiftsOf, sumOf } from './page-observers.ts'
import { allowConsoleErrors, test } from './product.ts'
import { executeButton, tradeDone } from './trade-form.ts'

/** The line of the journal, which stands between the button and the end of the card. */
const lineHeight = 36

for (const [width, room] of [
  [1280, 24 + lineHeight],
  [390, 20 + lineHeight],
] as const) {
  test(`the trade card ends below its button, and a late answer moves nothing, at ${width} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await noteShifts(page)
    await arriveSignedIn(page, '/stock/AMD')
    await expect(page.getByText('You have no AMD yet.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a reason' })).toBeVisible()
    expect(await roomBelowButton(page)).toBeCloseTo(room, -1)

    const held = Promise.withResolvers<void>()
    await page.route('**/api/buy', (route) => held.promise.then(() => route.continue()))
    await executeButton(page).click()
    const sentAt = await clockOf(page)
    // The browser excuses shifts in the half second after a click.
    await expect.poll(() => clockOf(page)).toBeGreaterThan(sentAt + 600)
    const before = await shiftsOf(page)
    held.resolve()
    await tradeDone(page, 'Bought 1 share of AMD')
    await expect(page.getByText('You own 1 share of AMD.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Set a stop' })).toBeVisible()
    // A live price moves the digits beside it by less.
    expect(sumOf((await shiftsOf(page)).slice(before.length))).toBeLessThan(0.002)
    await endFaults(page)
  })
}

test('an answer is told where the part that draws it could not be loaded', async ({ page }) => {
  await arriveSignedIn(page)
  await page.route('**/assets/market-outcome-*.js', (route) => route.abort())
  await page.goto('/stock/AMD')
  await expect(page.getByText('You have no AMD yet.')).toBeVisible()
  await executeButton(page).click()
  await expect(page.getByRole('alert')).toHaveText(/^Bought 1 share of AMD at \$[\d,.]+ for /)
  await endFaults(page)
  allowConsoleErrors(page, 'net::ERR_FAILED', 'market-outcome')
})

/** The pixels between the button of the form and the end of its card. */
const roomBelowButton = (page: Page): Promise<number> =>
  executeButton(page).evaluate((button) => {
    const card = button.closest('section')
    if (!card) throw new Error('The button is in no card')
    return card.getBoundingClientRect().bottom - button.getBoundingClientRect().bottom
  })

const clockOf = (page: Page): Promise<number> => page.evaluate(() => performance.now())
