// Tests the call of the earnings days, in the simulated market and in a provider's.
import { addDays, asDay, instantAt, startOfDay, type Day } from '@tengrand/core/day.ts'
import { expect, test } from 'vitest'

import { createWorld } from '../testing/world.ts'
import { simulatedMarket } from './simulated/market.ts'

const secret = 'a secret of the tests'
const started = Date.parse('2026-11-18T17:30:00Z')
const [day = asDay('2027-12-31')] = simulatedMarket({ secret, hours: 'always' }).reports(
  'TSLA',
  asDay('2027-01-01'),
  asDay('2027-06-30'),
)

async function open() {
  let at = started
  const { app, connection } = await createWorld({
    now: () => at,
    env: { MARKET_SECRET: secret },
  })
  const ask = (): Promise<{ next: Day | null; past: Day[] }> =>
    app.inject('/api/earnings/tsla').then((answer) => answer.json())
  return { app, connection, ask, goTo: (instant: number) => (at = instant) }
}

test('a report is announced 14 days before, and is one of the past as soon as it begins', async () => {
  const { ask, goTo } = await open()
  goTo(startOfDay(addDays(day, -14)) - 1)
  expect((await ask()).next).toBeNull()
  goTo(startOfDay(addDays(day, -14)))
  expect((await ask()).next).toBe(day)
  goTo(startOfDay(day) - 1)
  const before = await ask()
  expect(before.next).toBe(day)
  expect(before.past).not.toContain(day)
  goTo(startOfDay(day))
  expect(await ask()).toEqual({ next: null, past: [...before.past, day] })
})

test('an installation announces no report of its first two weeks, and goes on where it was', async () => {
  const late = instantAt(addDays(day, -13), 0)
  const first = await createWorld({ now: () => late, env: { MARKET_SECRET: secret } })
  const ask = async (world: typeof first) =>
    (await world.app.inject('/api/earnings/TSLA')).json().next
  expect(await ask(first)).toBeNull()
  const { connection } = first
  const now = () => startOfDay(addDays(day, -1))
  const again = await createWorld({ now, connection, env: { MARKET_SECRET: secret } })
  expect(await ask(again)).toBeNull()
})

test('an answer that is still true is not sent again', async () => {
  const { app } = await open()
  const { headers } = await app.inject('/api/earnings/AAPL')
  expect(headers['cache-control']).toBe('public, max-age=5')
  const again = await app.inject({
    url: '/api/earnings/AAPL',
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect(again.statusCode).toBe(304)
})

test('a market of a provider does not know its reports', async () => {
  const { market } = await createWorld({ now: () => started })
  const { earnings: _, ...provided } = market
  const { app } = await createWorld({ now: () => started, market: provided })
  const answer = await app.inject('/api/earnings/AAPL')
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ code: 'not_found' })
})
