// Learners who place orders that wait for a price near the present one, and a list of what was acknowledged to them.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { signUpLearners } from '../bench/learners.ts'
import type { Db } from '../server/db/handle.ts'

export interface WaitingOrders {
  /** The public ids of the orders that were acknowledged, with their keys. */
  readonly placed: ReadonlyMap<string, string>
  /** The public ids of the orders that a learner has seen filled, with the prices. */
  readonly seenFilled: ReadonlyMap<string, number>
  readonly finish: () => Promise<void>
}

export interface WaitingOptions {
  readonly addresses: readonly string[]
  readonly learners: number
  /** Numbers the email addresses of the learners. */
  readonly first: number
  readonly ticker?: string
  readonly signal: AbortSignal
}

/** Each learner places an order so often. */
const placeEveryMs = 1_000
const retryAfterMs = 500
const answerWithinMs = 30_000
/** Prices move by a cent or two in a second: the nearest orders are filled soon, the others later or never. */
const centsAwayMax = 3

export async function startWaitingOrders(options: WaitingOptions): Promise<WaitingOrders> {
  const { addresses, learners, first, ticker = 'AAPL', signal } = options
  const tokens = await signUpLearners(addresses[0] ?? '', learners, first)
  const placed = new Map<string, string>()
  const seenFilled = new Map<string, number>()
  const state = { isOver: false }

  async function live(token: string, learner: number): Promise<void> {
    for (let number = 0; !state.isOver; number += 1) {
      const ask = <T>(work: (calls: Calls) => Promise<T>): Promise<T> =>
        untilAnswered(signal, (attempt) => {
          const address = addresses[(learner + number + attempt) % addresses.length] ?? ''
          return work(callsOf(address, token, ticker))
        })
      const key = randomUUID()
      const order = await ask(({ draft }) => draft(number))
      const answer = await ask(({ place }) => place(key, order))
      if (answer.id !== undefined) placed.set(answer.id, key)
      for (const { id, price } of await ask(({ filled }) => filled())) seenFilled.set(id, price)
      await sleep(placeEveryMs)
    }
  }

  const running = tokens.map((token, learner) =>
    live(token, learner).catch((error: unknown) => {
      if (!signal.aborted) throw error
    }),
  )
  return {
    placed,
    seenFilled,
    finish: async () => {
      state.isOver = true
      await Promise.all(running)
    },
  }
}

async function untilAnswered<T>(
  signal: AbortSignal,
  work: (attempt: number) => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    signal.throwIfAborted()
    const answer = await work(attempt).catch(() => null)
    if (answer !== null) return answer
    await sleep(retryAfterMs)
  }
}

interface ListedOrder {
  readonly id: string
  readonly filled: { readonly price: number } | null
}

interface Init {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

type Calls = ReturnType<typeof callsOf>

/** Each throws where there is no outcome; a refusal is one. */
function callsOf(address: string, token: string, ticker: string) {
  const call = async <T>(path: string, init: Init = {}): Promise<T> => {
    const answer = await fetch(`${address}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
      signal: AbortSignal.timeout(answerWithinMs),
    })
    if (answer.status >= 500 || answer.status === 429) throw new Error('No outcome.')
    return (await answer.json()) as T
  }
  return {
    draft: async (number: number) => {
      const { bid, ask } = await call<{ bid: number; ask: number }>(`/api/current-price/${ticker}`)
      const away = (Math.floor(number / 2) % centsAwayMax) / 100
      const [type, near] = number % 2 === 0 ? ['BUY', bid - away] : ['SELL', ask + away]
      const price = Math.round(near * 100) / 100
      return { ticker, type, kind: 'limit', quantity: 1, price, lasts: 'gtc' }
    },
    place: (key: string, order: object) =>
      call<{ id?: string }>('/api/orders', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(order),
      }),
    filled: async () => {
      const { orders } = await call<{ orders: ListedOrder[] }>('/api/orders?state=all&limit=20')
      return orders.flatMap(({ id, filled }) =>
        filled === null ? [] : { id, price: filled.price },
      )
    },
  }
}

interface OrderRow {
  readonly id: string
  readonly key: string
  readonly state: string
  readonly price_cents: number | null
  readonly fills: number
}

/** The orders that were acknowledged and are not in the database, or were seen filled and are not, or were filled twice. */
export async function judgeWaiting(
  db: Db,
  { placed, seenFilled }: Pick<WaitingOrders, 'placed' | 'seenFilled'>,
): Promise<{ readonly lost: number; readonly doubled: number }> {
  const rows = await db.query<OrderRow>(
    `select o.public_id as id, o.key, o.state, max(t.price_cents) as price_cents, count(t.order_id) as fills
     from stock_order o left join trade t on t.order_id = o.id group by o.id`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const gone = [...placed].filter(([id, key]) => found.get(id)?.key !== key)
  const undone = [...seenFilled].filter(
    ([id, price]) => found.get(id)?.price_cents !== Math.round(price * 100),
  )
  const doubled = rows.filter(({ state, fills }) => fills !== (state === 'filled' ? 1 : 0))
  return { lost: gone.length + undone.length, doubled: doubled.length }
}
