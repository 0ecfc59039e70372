// People for journeys: each test has its own, so that no test meets what another left behind.
import { randomUUID } from 'node:crypto'

import { expect, type Page } from '@playwright/test'

export interface Person {
  readonly email: string
  readonly password: string
}

export const somebody = (): Person => ({
  email: `${randomUUID().slice(0, 8)}@school.example`,
  password: 'correct horse battery',
})

/** Signs up without the screen, for journeys that begin behind it. */
export async function arriveSignedIn(page: Page): Promise<Person> {
  const person = somebody()
  const answer = await page.request.post('/identity/sign-up/email', { data: person })
  expect(answer.status()).toBe(200)
  return person
}

type Order = readonly [side: 'buy' | 'sell', ticker: string, quantity: number]

const someOrders: readonly Order[] = [
  ['buy', 'AAPL', 5],
  ['sell', 'AAPL', 2],
  ['buy', 'NVDA', 4],
]

/** Signs up and trades without the screen, for journeys that begin with something in the portfolio. */
export async function arriveWithHoldings(page: Page, orders = someOrders): Promise<Person> {
  const person = await arriveSignedIn(page)
  const { token } = await (await page.request.get('/identity/token')).json()
  for (const [side, ticker, quantity] of orders) {
    const { price } = await (await page.request.get(`/api/current-price/${ticker}`)).json()
    const answer = await page.request.post(`/api/${side}`, {
      headers: { authorization: `Bearer ${token}` },
      data: { ticker, quantity, price },
    })
    expect(answer.status()).toBe(200)
  }
  return person
}
