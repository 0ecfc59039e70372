// When in a tick an order is sent does not change what it costs: a program that waits for the last milliseconds of a tick
// pays what everybody pays who sends in the first ones.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { randomUUID } from 'node:crypto'

import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'

import { verifyProof } from '../lessons/verify.ts'
import { isLong } from '../testing/effort.ts'
import { createClass, type Class, type Pupil } from './testing/lesson.ts'

const ticks = isLong ? 30 : 8

interface Order {
  readonly ticker: string
  readonly quantity: number
}

interface Sent {
  readonly answer: Promise<Response>
}

test('an order in the last milliseconds of a tick costs what one in the first ones does', async () => {
  const here = await createClass({ pupils: 3 })
  const [early, late, last] = here.pupils as [Pupil, Pupil, Pupil]
  const { clock, app } = here
  await app.listen({ port: 0, host: '127.0.0.1' })
  await here.start()
  const startsAt = Date.parse((await here.read()).market.starts_at ?? '')
  const ticker = await cheapestIn(here)
  const other = ticker === 'A' ? 'B' : 'A'
  // The first order of a portfolio has to find its lesson.
  for (const pupil of here.pupils) await here.trade(pupil, 'buy', { ticker: other, quantity: 1 })
  const first = here.tickNow() + 1
  const end = first + ticks
  const sent: { readonly early: Sent; readonly late: Sent; readonly last: Sent }[] = []
  for (let tick = first; tick <= end + 1; tick += 1) {
    const sendAt = (ms: number, pupil: Pupil, quantity: number): Promise<Sent> => {
      clock.at = startsAt + tick * 1_000 + ms
      return send(here, pupil, { ticker, quantity })
    }
    clock.at = startsAt + tick * 1_000 + 15
    const inFirst = tick < end ? await sendAt(15, early, 1) : null
    // Orders that are due have filled before the clock goes on.
    const [before, beforeThat] = [sent[tick - first - 1], sent[tick - first - 2]]
    await Promise.all([before?.early.answer, before?.late.answer, beforeThat?.last.answer])
    if (inFirst === null) continue
    // The last moment in this tick by the latest clock that a node may have; for that clock, the next one has begun at 985.
    const inLast = await sendAt(940, late, 2)
    sent.push({ early: inFirst, late: inLast, last: await sendAt(985, last, 3) })
  }

  await here.press('end')
  clock.at += 1_000
  await here.settles()
  const proof = await here.proofFor(here.organiser)
  expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
  const fillsOf = (quantity: number) =>
    proof.trades
      .filter((trade) => trade.symbol === ticker && trade.quantity === quantity)
      .map(({ tick, price }) => ({ tick, price }))
  const fills = { early: fillsOf(1), late: fillsOf(2), last: fillsOf(3) }
  const sentIn = Array.from({ length: ticks }, (_, index) => first + index)
  expect(fills.early.map(({ tick }) => tick)).toEqual(sentIn.map((tick) => tick + 1))
  expect(fills.late).toEqual(fills.early)
  expect(fills.last.map(({ tick }) => tick)).toEqual(sentIn.map((tick) => tick + 2))
  expect(fills.last.slice(0, -1)).toEqual(fills.early.slice(1))
})

/** So that the cash covers all orders. */
async function cheapestIn({ teacher, path }: Class): Promise<string> {
  const { quotes }: { quotes: { ticker: string; price: number }[] } = (
    await teacher.get(`${path}/quotes`)
  ).json()
  return quotes.toSorted((a, b) => a.price - b.price)[0]?.ticker ?? ''
}

/** Over a real connection; resolves once the server has taken the order up, by its clock at that moment. */
async function send({ app }: Class, pupil: Pupil, order: Order): Promise<Sent> {
  const { learner, portfolio } = pupil
  const key = randomUUID()
  const taken = untilTaken(key)
  const answer = fetch(`${app.listeningOrigin}/api/buy`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${learner.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ ...order, portfolio }),
  })
  await taken
  return { answer }
}

/** Fastify tells of each handler that begins. What it does until the order waits needs no input or output. */
function untilTaken(key: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const hear = (message: unknown): void => {
    const { request } = message as { readonly request: FastifyRequest }
    if (request.headers['idempotency-key'] !== key) return
    unsubscribe(handling, hear)
    setImmediate(resolve)
  }
  subscribe(handling, hear)
  return promise
}

const handling = 'tracing:fastify.request.handler:start'
