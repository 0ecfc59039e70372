// Leagues for tests: learners who act through the API, and leagues whose start and end a test sets in the database.
import { randomUUID } from 'node:crypto'

import { expect, type APIRequestContext, type Page } from '@playwright/test'

import { openDb } from '../server/db/handle.ts'
import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { newPerson } from './learner.ts'
import type { Product } from './product.ts'

export interface League {
  readonly id: string
  readonly name: string
  readonly code: string
  /** The learner's own in the league. */
  readonly portfolio: string
}

/** Calls the API as one learner; fails on a refusal. */
type Api = <T>(method: 'GET' | 'POST', path: string, data?: object) => Promise<T>

/** For the learner who is signed in there. */
export async function apiOf(request: APIRequestContext): Promise<Api> {
  const { token } = await (await request.get('/identity/token')).json()
  return async (method, path, data) => {
    const answer = await request.fetch(`/api${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
      ...(data && { data }),
    })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
}

/** Somebody new in a browser context of their own, without a page. */
export async function newLearner(page: Page): Promise<Api> {
  const browser = page.context().browser()
  const context = await browser?.newContext({ baseURL: new URL(page.url()).origin })
  if (context === undefined) throw new Error('No browser')
  const { request } = context
  const answer = await request.post('/identity/sign-up/email', { data: newPerson() })
  expect(answer.status()).toBe(200)
  return apiOf(request)
}

interface Wish {
  readonly name?: string
  readonly orders?: 'now' | 'all'
  readonly holdings?: 'never' | 'after' | 'always'
  /** Default: now. */
  readonly startsInMs?: number
}

const weekMs = 7 * 86_400_000

export const createLeague = (api: Api, { startsInMs = 0, ...wish }: Wish = {}): Promise<League> =>
  api('POST', '/leagues', {
    name: 'Economics 9b',
    orders: 'all',
    holdings: 'always',
    starts_at: startsInMs === 0 ? null : new Date(Date.now() + startsInMs).toISOString(),
    ends_at: new Date(Date.now() + startsInMs + weekMs).toISOString(),
    ...wish,
  })

/** Answers with the league as the new member sees it. */
export const joinLeague = (api: Api, { code }: League, organiser_name?: string): Promise<League> =>
  api('POST', `/join/${code}`, { organiser_name: organiser_name ?? null })

export async function buyInLeague(
  api: Api,
  { portfolio }: Pick<League, 'portfolio'>,
  [ticker, quantity]: readonly [ticker: string, quantity: number],
): Promise<void> {
  const { price } = await api<{ price: number }>('GET', `/current-price/${ticker}`)
  await api('POST', '/buy', { portfolio, ticker, quantity, price })
}

/** Sets the start or the end to so many milliseconds from now, by the clock of the database. */
export async function moveLeague(
  { dataDir }: Product,
  { id }: Pick<League, 'id'>,
  move: { readonly startsInMs: number } | { readonly endsInMs: number },
): Promise<void> {
  const [column, ms] =
    'startsInMs' in move ? ['starts_at', move.startsInMs] : ['ends_at', move.endsInMs]
  await using closing = new AsyncDisposableStack()
  const database = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  closing.defer(() => database.stop())
  const db = openDb(database.connection)
  closing.defer(() => db.close())
  await db.query(
    `update contest set ${column} = clock_timestamp() + $1 * interval '1 ms' where public_id = $2`,
    [ms, id],
  )
}
