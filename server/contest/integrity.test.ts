// No response contains future prices, so no learner can win by knowing them; docs/leaderboard.md lists further attacks.
import { api } from '@tengrand/contract/api.ts'
import type { Answer, Call } from '@tengrand/contract/call.ts'
import { dayOf, ranges } from '@tengrand/core/day.ts'
import { cents, fromDollars, toDollars } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { describe, expect, onTestFinished, test } from 'vitest'

import { openSimulatedMarket } from '../market/simulated/open.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { createWorld, type World } from '../testing/world.ts'
import { rankNow } from './testing/rank-now.ts'

const at = Date.parse('2026-11-13T15:30:00.500Z')
const now = () => at
const later = '2027-11-13T15:30:00Z'
const secret = 'the secret of a market that many would like to know'

/** Query parameters of a client that hopes the server reads more than the contract defines. */
const wishes = ['at', 'now', 'date', 'to', 'until', 'end', 'after', 'before', 'timestamp'].map(
  (name) => `${name}=${encodeURIComponent(later)}`,
)
const wishfulHeaders = {
  date: new Date(later).toUTCString(),
  'x-now': later,
  'if-modified-since': new Date(later).toUTCString(),
}

async function createTrader(hours: string) {
  const env = { MARKET_SECRET: secret, MARKET_HOURS: hours }
  const world = await createWorld({ now, env })
  const learner = await signUp(world.app)
  for (const ticker of ['AAPL', 'TSLA'] as const) {
    const price = toDollars(world.market.quote(ticker)?.price ?? never())
    const bought = await learner.post('/api/buy', { ticker, quantity: 2, price })
    expect(bought.statusCode).toBe(200)
  }
  await rankNow({ db: world.db, market: world.market, now })
  return { world, learner }
}

function never(): never {
  throw new Error('A price is missing.')
}

/** The path of every GET call, plain and with each of these parameters. */
const addresses: readonly string[] = Object.values<Call>(api)
  .filter(({ method, path }) => method === 'GET' && path !== api.quotesStream.path)
  .flatMap(({ path }) =>
    path.includes(':ticker')
      ? tickers.slice(0, 3).map((name) => path.replace(':ticker', name))
      : path,
  )
  .flatMap((path) =>
    path.includes(':range')
      ? [...ranges, '2y', later].map((range) => path.replace(':range', encodeURIComponent(range)))
      : path,
  )
  .flatMap((path) => ['', wishes.join('&'), ...wishes].map((wish) => `${path}?${wish}`))

/** All instants and days in a text. Announced times, such as the next ranking, are not the future. */
const datesIn = (text: string): string[] =>
  [
    ...text
      .replaceAll(/"(?:next_update_at|expires_at)":"[^"]*"/g, '')
      .matchAll(/\d{4}-\d\d-\d\d(?:T\d\d:\d\d:\d\d(?:\.\d+)?Z)?/g),
  ].map(([date]) => date)

/**
 * The one exception: the day of an announced report. report-rules.test.ts and report-signs.test.ts show that it gives no
 * edge.
 */
const withoutAnnounced = (address: string, body: string): string =>
  address.startsWith('/api/earnings/') ? body.replace(/"next":"[^"]*"/, '') : body

const isLater = (date: string): boolean =>
  date.includes('T') ? Date.parse(date) > at : date > dayOf(at)

describe.each(['always', 'nyse'])('in a market that is open %s', (hours) => {
  test('no call tells of a moment that is still to come', async () => {
    const { world, learner } = await createTrader(hours)
    let dates = 0
    for (const address of addresses) {
      const { statusCode, body } = await ask(world, learner, address)
      expect([address, statusCode >= 500]).toEqual([address, false])
      // A refusal may repeat the requested date; it contains no data.
      if (statusCode !== 200) continue
      const found = datesIn(withoutAnnounced(address, body))
      dates += found.length
      expect([address, ...found.filter(isLater)]).toEqual([address])
    }
    // Otherwise the test has checked nothing.
    expect(dates).toBeGreaterThan(1_000)
  })

  test('every price that is told without a moment, or last, is the one of now', async () => {
    const { world, learner } = await createTrader(hours)
    const truth = openSimulatedMarket({
      secret: Buffer.from(secret),
      hours: hours === 'nyse' ? 'nyse' : 'always',
      now,
    })
    onTestFinished(() => truth.close())
    const prices = new Map<string, number>(
      tickers.map((ticker) => [ticker, toDollars(truth.quote(ticker)?.price ?? never())]),
    )
    for (const ticker of tickers) {
      for (const wish of ['', `?${wishes.join('&')}`]) {
        const { body } = await ask(world, learner, `/api/current-price/${ticker}${wish}`)
        expect(JSON.parse(body).price).toBe(prices.get(ticker))
      }
      for (const range of ['7d', '1m']) {
        const { body } = await ask(world, learner, `/api/price-history/${ticker}/${range}`)
        const { price } = JSON.parse(body).historical_data.at(-1)
        expect([ticker, range, price]).toEqual([ticker, range, prices.get(ticker)])
      }
    }
    const { body: small } = await ask(world, learner, `/api/price-lines?${wishes.join('&')}`)
    const { lines } = JSON.parse(small) as Answer<typeof api.priceLines>
    expect(new Map(lines.map((line) => [line.ticker, line.prices.at(-1)]))).toEqual(prices)
    const { holdings } = (await learner.get('/api/portfolio')).json()
    for (const { ticker, current_price } of holdings) expect(current_price).toBe(prices.get(ticker))
    const [aapl = 0, tsla = 0] = ['AAPL', 'TSLA'].map((ticker) => prices.get(ticker))
    const { cash_balance: cash } = (await learner.get('/api/portfolio')).json()
    const worth = fromDollars(cash) + 2 * fromDollars(aapl) + 2 * fromDollars(tsla)
    for (const range of ranges) {
      const { data } = (await learner.get(`/api/net_worth_history/${range}`)).json()
      expect([range, data.at(-1).value]).toEqual([range, toDollars(cents(worth))])
    }
    for (const { ticker, price, at: told } of await firstOfStream(world)) {
      expect([price, Date.parse(told)]).toEqual([prices.get(ticker), at])
    }
  })
})

test.each(['always', 'nyse'])(
  'the market itself, open %s, does not answer about the future',
  async (hours) => {
    const { market } = await createWorld({
      now,
      env: { MARKET_SECRET: secret, MARKET_HOURS: hours },
    })
    const ahead = Date.parse(later)
    expect(await market.pricesAt(tickers, ahead)).toEqual(await market.pricesAt(tickers, at))
    expect(await market.hourly('AAPL', at + 1)).toEqual({ points: [] })
    expect(await market.daily('AAPL', ahead)).toEqual({ points: [] })
    // The hours until tonight are not known either, even when the question is about the past.
    const from = at - 40 * 86_400_000
    for (const ticker of tickers) {
      for (const history of [await market.daily(ticker, from), await market.hourly(ticker, from)]) {
        const points = 'points' in history ? history.points : []
        expect(points.length).toBeGreaterThan(20)
        expect(points.filter((point) => point.at > at)).toEqual([])
      }
    }
  },
)

const ask = ({ app }: World, { token }: Learner, url: string) =>
  app.inject({ url, headers: { authorization: `Bearer ${token}`, ...wishfulHeaders } })

type Told = Answer<typeof api.quotesStream>['quotes']

/** The first event of the live stream, which has all prices. */
async function firstOfStream({ app }: World): Promise<Told> {
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const leaving = new AbortController()
  const { body } = await fetch(`${address}${api.quotesStream.path}?${wishes.join('&')}`, {
    headers: { 'last-event-id': later },
    signal: leaving.signal,
  })
  let text = ''
  for await (const chunk of body ?? []) {
    text += Buffer.from(chunk).toString()
    if (/data: .*\n\n/.test(text)) break
  }
  leaving.abort()
  const { quotes } = JSON.parse(/data: (.*)\n/.exec(text)?.[1] ?? '{}') as { quotes: Told }
  expect(quotes).toHaveLength(tickers.length)
  return quotes
}
