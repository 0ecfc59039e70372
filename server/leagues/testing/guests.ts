// Guests of a lesson, each at a browser of its own.
import type { FastifyInstance } from 'fastify'

import { browserOn, type Browser } from '../../identity/testing/browser.ts'
import { learnerWith, type Learner } from '../../testing/learner.ts'

export interface Guest {
  readonly browser: Browser
  readonly learner: Learner
  readonly portfolio: string
  readonly name: string
}

type Lesson = { readonly code?: string | undefined }

export const asksIn = (
  browser: Browser,
  { code }: Lesson,
  name?: string,
  headers: Record<string, string> = {},
) => browser.call(`/api/join/${code}/guest`, name === undefined ? {} : { name }, headers)

export async function joinAsGuest(
  app: FastifyInstance,
  lesson: Lesson,
  name?: string,
  browser = browserOn(app),
): Promise<Guest> {
  const answer = await asksIn(browser, lesson, name)
  if (answer.statusCode !== 201) throw new Error(`No guest: ${answer.body}`)
  const { token, portfolio, name: given } = answer.json()
  return { browser, learner: learnerWith(app, token), portfolio, name: given }
}
