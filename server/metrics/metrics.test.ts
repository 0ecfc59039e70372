import { createServer } from 'node:net'

import { tickers } from '@tengrand/core/tickers.ts'
import { test, vi, type TestContext } from 'vitest'

import { browserOn } from '../identity/testing/browser.ts'
import { openExchange } from '../market/testing/exchange.ts'
import { StartProblem } from '../errors.ts'
import { clockOf } from '../testing/clock.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { listenOnLoopback } from '../testing/loopback.ts'
import { createWorld, type World } from '../testing/world.ts'
import { ClockBehind } from '../clock.ts'
import { openMetrics } from './open.ts'
import { createPrometheusMetrics } from './prometheus.ts'
import { samplesOf, scrape, sumOf, valueOf, type Sample } from './testing/scrape.ts'
import { createTotals } from './totals.ts'

const on = { METRICS_PORT: '0' }

const price = async ({ app }: World, ticker: string): Promise<number> =>
  (await app.inject(`/api/current-price/${ticker}`)).json().price

const buy = async (world: World, learner: Learner, quantity: number) =>
  (await learner.post('/api/buy', { ticker: 'AAPL', quantity, price: await price(world, 'AAPL') }))
    .statusCode

/** Trades, invalid calls, a stream, a page, a message that cannot be sent, and a provider that refuses requests. */
async function mixedLoad({ expect, onTestFinished }: TestContext) {
  const exchange = await openExchange('alpaca', onTestFinished)
  const world = await exchange.node({ ...on, SMTP_URL: 'smtp://127.0.0.1:1' })
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  await vi.waitUntil(() => tickers.every((ticker) => world.market.quote(ticker) !== null), {
    timeout: 30_000,
  })
  const learner = await signUp(world.app, 'sechzehn@school.example')
  expect(await buy(world, learner, 1)).toBe(200)
  expect(await buy(world, learner, 1_000_000)).toBe(422)
  await browserOn(world.app).post('/request-password-reset', { email: learner.email })
  await learner.get('/api/no-such-call/sechzehn?user=sechzehn')
  await learner.get('/api/current-price/SECHZEHN')
  exchange.replay.play('/v2/stocks/trades/latest', '429')
  expect(await buy(world, learner, 1)).toBe(503)
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  await fetch(`${address}/api/quotes/stream`, { signal: leaving.signal })
  return { world, learner, address }
}

// Concurrent, because two of these tests wait for a second or two; each has its own world and port.
test.concurrent('every metric has a value after a short mixed load, and no label comes from an address or a person', async (here) => {
  const { expect } = here
  const { world, learner } = await mixedLoad(here)
  const text = await scrape(world)
  const samples = samplesOf(text)
  const names = [...text.matchAll(/^# TYPE (tengrand_\w+) \w+$/gm)].map(([, name = '']) => name)
  expect(names).toHaveLength(23)
  const silent = names.filter((name) => !samples.some((sample) => sample.name.startsWith(name)))
  expect(silent).toEqual([])

  const value = (name: string, labels: Record<string, string> = {}) =>
    valueOf(samples, name, labels)
  expect({
    bought: value('tengrand_requests_total', { call: 'buy', status: '200' }),
    signedUp: value('tengrand_request_duration_seconds_count', { call: 'signUp' }),
    unknown: value('tengrand_requests_total', { call: 'unknown', status: '404' }),
    executed: value('tengrand_orders_total', { outcome: 'executed' }),
    refused: value('tengrand_orders_total', { outcome: 'insufficient_cash' }),
    streams: value('tengrand_streams_open'),
    marketOpen: value('tengrand_market_open'),
    messages: value('tengrand_mail_waiting'),
    accounts: value('tengrand_accounts'),
    trades: value('tengrand_trades'),
    leagues: value('tengrand_leagues_open'),
    members: value('tengrand_league_members'),
    queue: value('tengrand_queue_orders'),
    waiting: value('tengrand_pool_waiting', { pool: 'orders' }),
    build: value('tengrand_build_info', { version: '0.2.0', node: process.version }),
  }).toEqual({
    bought: 1,
    signedUp: 1,
    unknown: 1,
    executed: 1,
    refused: 1,
    streams: 1,
    marketOpen: 1,
    messages: 1,
    accounts: 1,
    trades: 1,
    leagues: 0,
    members: 0,
    queue: 0,
    waiting: 0,
    build: 1,
  })
  const atLeastOne = {
    batches: sumOf(samples, 'tengrand_batch_orders_count'),
    waits: sumOf(samples, 'tengrand_batch_wait_seconds_count'),
    connections: sumOf(samples, 'tengrand_pool_connections'),
    answered: value('tengrand_upstream_calls_total', { provider: 'alpaca', result: 'answered' }),
    refusedUpstream: value('tengrand_upstream_calls_total', {
      provider: 'alpaca',
      result: 'refused',
    }),
    memory: value('process_resident_memory_bytes'),
    processor: value('process_cpu_seconds_total'),
    ranking: value('tengrand_task_runs_total', { task: 'ranking', result: 'done' }),
  }
  const none = Object.entries(atLeastOne).filter(([, count]) => !(Number(count) > 0))
  expect(none).toEqual([])
  const ages = samples.filter(({ name }) => name === 'tengrand_price_age_seconds')
  expect(new Set(ages.map(({ labels }) => labels['ticker']))).toEqual(new Set(tickers))
  expect(value('tengrand_event_loop_delay_seconds', { quantile: '0.99' })).not.toBeNull()

  const labels = samples.flatMap((sample) => Object.values(sample.labels)).join(' ')
  expect(labels).not.toMatch(/sechzehn/i)
  expect(text).not.toContain(learner.token)
})

test.concurrent('addresses and tickers that nobody knows are counted under one label, however many there are', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createWorld({ env: on, atEnd })
  const before = samplesOf(await scrape(world))
  for (let number = 0; number < 20; number += 1) {
    await world.app.inject(`/api/made-up-${number}`)
    await world.app.inject(`/api/current-price/MADE${number}`)
    await world.app.inject({ method: 'POST', url: `/made/up/${number}` })
    await world.app.inject({ method: 'DELETE', url: '/api/buy' })
  }
  const isNew = ({ name, labels }: Sample) =>
    name === 'tengrand_requests_total' && valueOf(before, name, labels) === null
  const counted = samplesOf(await scrape(world)).filter(isNew)
  expect(counted.map(({ labels, value }) => [labels['call'], labels['status'], value])).toEqual([
    ['unknown', '404', 40],
    ['currentPrice', '404', 20],
    ['unknown', '405', 20],
  ])
})

test.concurrent('the metrics are on a port of their own, for GET /metrics alone, and the public port has none', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createWorld({ env: on, atEnd })
  const address = world.metricsAddress ?? ''
  const answer = await fetch(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  expect(new URL(address).hostname).toBe('127.0.0.1')
  expect((await fetch(address, { method: 'POST' })).status).toBe(405)
  expect((await fetch(new URL('/', address))).status).toBe(404)
  expect((await world.app.inject('/metrics')).statusCode).toBe(404)
})

test.concurrent('without METRICS_PORT there are no metrics', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const { metricsAddress } = await createWorld({ atEnd })
  expect(metricsAddress).toBeNull()
})

test.concurrent('what the database knows is left out while it does not answer, and the rest is told', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const world = await createWorld({ env: on, atEnd })
  const samples = await world.db.transaction(async (tx) => {
    await tx.query('lock table account in access exclusive mode')
    return samplesOf(await scrape(world))
  })
  expect(valueOf(samples, 'tengrand_accounts')).toBeNull()
  expect(valueOf(samples, 'tengrand_mail_waiting')).toBeNull()
  expect(valueOf(samples, 'tengrand_queue_orders')).toBe(0)
  expect(valueOf(samplesOf(await scrape(world)), 'tengrand_accounts')).toBe(0)
})

test.concurrent('what the database knows is asked for again at once after a failure, and then once a minute', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  const { db } = await createWorld({ atEnd })
  let [asked, ms] = [0, 0]
  const query: typeof db.query = (...question) => {
    asked += 1
    return asked === 1 ? Promise.reject(new Error('connection lost')) : db.query(...question)
  }
  const totals = createTotals({ db: { ...db, query }, now: Date.now, monotonic: () => ms })
  await expect(totals()).rejects.toThrow('connection lost')
  const none = { accounts: 0, trades: 0, openLeagues: 0, leagueMembers: 0, runningLessons: 0 }
  const known = { ...none, messages: 0, oldestMessageSeconds: 0 }
  expect(await totals()).toEqual(known)
  const before = asked
  ms += 59_999
  expect([await totals(), asked]).toEqual([known, before])
  ms += 1
  expect(await totals()).toEqual(known)
  expect(asked).toBeGreaterThan(before)
})

test('how long a batch waited is told in seconds', async ({ expect }) => {
  const { metrics, text } = createPrometheusMetrics()
  metrics.onBatch(2, 250)
  metrics.onBatch(1, 1_500)
  const samples = samplesOf(await text())
  expect(valueOf(samples, 'tengrand_batch_wait_seconds_sum')).toBe(1.75)
  expect(valueOf(samples, 'tengrand_batch_wait_seconds_bucket', { le: '0.25' })).toBe(1)
})

test.concurrent('prices that may not be shown, because the clock was set back, have no age', async ({
  expect,
  onTestFinished: atEnd,
}) => {
  let isBehind = false
  const clock = clockOf(Date.now)
  const world = await createWorld({
    env: on,
    atEnd,
    clock: {
      ...clock,
      shownAt: () => {
        if (isBehind) throw new ClockBehind('set back')
        return clock.shownAt()
      },
    },
  })
  const aged = async () => sumOf(samplesOf(await scrape(world)), 'tengrand_price_age_seconds')
  expect(await aged()).not.toBeNull()
  isBehind = true
  expect(await aged()).toBeNull()
})

test.for([
  [
    'taken',
    'Port PORT is already in use. Stop the other program or set METRICS_PORT to a free port.',
  ],
  ['of another machine', 'METRICS_HOST 192.0.2.1 is not an address of this machine.'],
] as const)(
  'a metrics port that is %s ends the start in one clear sentence',
  async ([which, sentence], { expect, onTestFinished: atEnd }) => {
    const port = await listenOnLoopback(createServer(), atEnd)
    const host = which === 'taken' ? '127.0.0.1' : '192.0.2.1'
    const problem: unknown = await openMetrics({ port, host }).catch((error: unknown) => error)
    expect(problem).toBeInstanceOf(StartProblem)
    expect((problem as StartProblem).message).toBe(sentence.replace('PORT', String(port)))
  },
)
