// The most important journeys in Firefox: sign-up, a trade and its receipt, the portfolio, and logout.
import { expect } from '@playwright/test'

import { newPerson } from '../e2e/learner.ts'
import { asMoney, centsIn } from '../e2e/trade-form.ts'
import { field, named, pathOf, test, textsOf } from './firefox.ts'

const startCents = 10_000_00

test('somebody signs up in Firefox, trades, finds the trade in the portfolio, and leaves', async ({
  tab,
  product,
}) => {
  const person = newPerson()
  await tab.goto(product.url)
  await tab.locator(named('button', 'Create an account')).click()
  await tab.locator(field('Email')).fill(person.email)
  await tab.locator(field('Password')).fill(person.password)
  await tab.locator(field('Confirm password')).fill(person.password)
  await tab.locator(`form ${named('button', 'Sign Up')}`).click()
  await expect.poll(() => pathOf(tab)).toBe('/dashboard')

  await tab.locator(named('combobox', 'Search for a stock')).fill('aap')
  await tab.locator('[role=option] ::-p-text(Apple Inc.)').click()
  await expect.poll(() => pathOf(tab)).toBe('/stock/AAPL')
  // Three clicks select the current number, so that typing replaces it.
  await tab.locator(field('Quantity')).click({ count: 3 })
  await tab.keyboard.type('3')
  // Without this style Firefox would show spinner arrows next to 'Half' and 'Max'.
  const appearance = await tab.$eval(
    field('Quantity'),
    (input) => getComputedStyle(input).appearance,
  )
  expect(appearance).toBe('textfield')
  await tab.locator(named('button', 'Execute Trade')).click()

  await tab.locator('[role=group][aria-label=Receipt]').wait()
  const [cash = ''] = await textsOf(tab, '[role=group][aria-label=Receipt] dd')
  const message = (await textsOf(tab, 'form + div [role=status]')).join(' ')
  const [price = '', total = ''] = message.match(/\$[\d,]+\.\d\d/g) ?? []
  expect(message).toBe(`Bought 3 shares of AAPL at ${price} for ${total}.`)
  expect(total).toBe(asMoney(3 * centsIn(price)))
  expect(cash).toBe(asMoney(startCents - centsIn(total)))

  await tab.locator(named('link', 'Portfolio')).click()
  await expect.poll(() => pathOf(tab)).toBe('/portfolio')
  const holding = 'table[aria-label=Holdings] tbody tr:first-child'
  await expect.poll(() => textsOf(tab, `${holding} th`)).toEqual([expect.stringMatching(/^AAPL/)])
  expect((await textsOf(tab, `${holding} td`)).slice(0, 2)).toEqual(['3', price])
  expect(await textsOf(tab, figure('Cash Balance'))).toEqual([cash])

  await tab.locator(named('button', 'Logout')).click()
  await expect.poll(() => pathOf(tab)).toBe('/login')
  await tab.goto(`${product.url}/portfolio`)
  await expect.poll(() => pathOf(tab)).toBe('/')
  await tab.locator(field('Password')).wait()
})

/** The value next to its name in a description list. */
const figure = (name: string): string =>
  `::-p-xpath(//dt[contains(., "${name}")]/following-sibling::dd[1])`
