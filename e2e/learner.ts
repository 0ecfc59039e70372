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
