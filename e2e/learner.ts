// Learners for tests: each test signs up its own, so that tests do not share data.
import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

export interface Person {
  readonly email: string
  readonly password: string
}

export const newPerson = (): Person => ({
  email: `${randomUUID().slice(0, 8)}@school.example`,
  password: 'correct horse battery',
})

/** Signs up without the sign-up page, for tests that start after it, and opens the path if given. */
export async function arriveSignedIn(page: Page, path?: string): Promise<Person> {
  const person = newPerson()
  // The page of an earlier learner would go on asking with the session that ends here.
  await page.goto('about:blank')
  const answer = await page.request.post('/identity/sign-up/email', { data: person })
  expect(answer.status()).toBe(200)
  if (path !== undefined) await page.goto(path)
  return person
}

type Order = readonly [side: 'buy' | 'sell', ticker: string, quantity: number]

const someOrders: readonly Order[] = [
  ['buy', 'AAPL', 5],
  ['sell', 'AAPL', 2],
  ['buy', 'NVDA', 4],
]

/** Signs up and trades through the API, for tests that start with holdings. */
export async function arriveWithHoldings(
  page: Page,
  path?: string,
  orders = someOrders,
): Promise<Person> {
  const person = await arriveSignedIn(page)
  const headers = await signedHeaders(page)
  for (const [side, ticker, quantity] of orders) {
    const { price } = await (await page.request.get(`/api/current-price/${ticker}`)).json()
    const answer = await page.request.post(`/api/${side}`, {
      headers,
      data: { ticker, quantity, price },
    })
    expect(answer.status()).toBe(200)
  }
  if (path !== undefined) await page.goto(path)
  return person
}

/** The headers of API calls outside the page. */
export async function signedHeaders(page: Page): Promise<{ authorization: string }> {
  const { token } = await (await page.request.get('/identity/token')).json()
  return { authorization: `Bearer ${token}` }
}

/** Signs up with the form on the first page. */
export async function signUpByForm(page: Page, { email, password }: Person): Promise<void> {
  await page.getByRole('button', { name: 'Create an account' }).click()
  await fillForm(page, { email, password })
  await page.getByLabel('Confirm password').fill(password)
  await submitForm(page, 'Sign Up')
}

export async function fillForm(page: Page, { email, password }: Person): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

/** The button of the form, not the one that switches between signing in and signing up. */
export const submitForm = (page: Page, name: string): Promise<void> =>
  page.locator('form').getByRole('button', { name, exact: true }).click()
