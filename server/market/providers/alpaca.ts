// Alpaca's market data, with keys of one's own: live prices of one exchange (IEX), which is the free feed, and bars of all.
import { addDays, dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { createAsk, type Ask } from './fetch.ts'
import { createHistory, type Candle, type List } from './history.ts'
import { gather, priceOf, refuse } from './latest.ts'
import type { Asked, Failure, Price, Provider, Split, Step, Surroundings } from './provider.ts'
import { splitOf } from './splits.ts'
import { day, isoInstant, price, rate } from './wire.ts'

export interface AlpacaOptions extends Surroundings {
  readonly keyId: string
  readonly secretKey: string
}

/** What all exchanges have traded comes a quarter of an hour late without a plan, and is complete some minutes later. */
const barSettlesMs = 30 * 60_000

export function alpaca({ keyId, secretKey, ...surroundings }: AlpacaOptions): Provider {
  const { now } = surroundings
  const ask = createAsk(mannersOf({ keyId, secretKey }), surroundings)
  return {
    name: 'alpaca',
    liveEverySeconds: 15,
    stocksPerCall: tickers.length,
    sameStockEveryMs: 1_000,
    barSettlesMs,
    latest: async (asked) =>
      asked.length === 0 ? { ok: true, value: [] } : askLatest(ask, asked, surroundings),
    history: createHistory(listing(ask, surroundings), { now, barSettlesMs }),
  }
}

export const mannersOf = ({ keyId, secretKey }: Pick<AlpacaOptions, 'keyId' | 'secretKey'>) => ({
  name: 'alpaca',
  headers: { 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': secretKey },
  explain,
})

const trade = z.object({ t: isoInstant, p: price })
const tradesAnswer = z.object({ trades: z.nullable(z.record(z.string(), z.unknown())) })

async function askLatest(
  ask: Ask,
  wanted: readonly Ticker[],
  surroundings: Surroundings,
): Promise<Asked<readonly Price[]>> {
  const query = { symbols: wanted.join(','), feed: 'iex' }
  const asked = await ask('/v2/stocks/trades/latest', query, tradesAnswer, 'once')
  if (!asked.ok) return asked
  const { trades } = asked.value
  return gather(
    wanted.map((ticker) => {
      const found = trades?.[ticker] ?? null
      if (found === null) return { ok: true, value: null }
      const { data } = trade.safeParse(found)
      if (!data) return refuse(ticker, 'a trade is not as expected', surroundings.log)
      return priceOf({ ticker, cents: data.p, at: data.t }, surroundings)
    }),
  )
}

const candle = z.nullable(z.object({ t: isoInstant, c: z.nullable(price) }))
const nextPage = { next_page_token: z.nullish(z.string()) }
const barsAnswer = z.object({
  bars: z.nullish(z.record(z.string(), z.nullable(z.array(candle)))),
  ...nextPage,
})
const timeframes = { day: '1Day', hour: '1Hour' }

const split = z.object({ symbol: z.string(), new_rate: rate, old_rate: rate, ex_date: day })
const actionsAnswer = z.object({
  corporate_actions: z.nullish(
    z.object({
      forward_splits: z.nullish(z.array(split)),
      reverse_splits: z.nullish(z.array(split)),
    }),
  ),
  ...nextPage,
})
// Actions are found by the day on which Alpaca processed them, which can differ from the split's.
const processingDaysMax = 10

function listing(ask: Ask, surroundings: Surroundings): List {
  const askBars = barsAsker(ask, surroundings)
  return async (ticker, first, step) => {
    const actionsQuery = {
      symbols: ticker,
      types: 'forward_split,reverse_split',
      start: addDays(first, -processingDaysMax),
      end: addDays(dayOf(surroundings.now()), processingDaysMax),
      limit: '1000',
    }
    const [bars, actions] = await Promise.all([
      askBars(ticker, first, step),
      askPages(ask, '/v1/corporate-actions', actionsQuery, actionsAnswer),
    ])
    if (!bars.ok) return bars
    if (!actions.ok) return actions
    const candles = bars.value.flatMap((page) => candlesOf(page.bars?.[ticker] ?? []))
    const splits = actions.value.flatMap((page) => splitsOf(page.corporate_actions, ticker))
    return { ok: true, value: { candles, splits } }
  }
}

/** More recent ones are refused without a plan; the margin is for clocks that differ. */
const sipDelayMs = 20 * 60_000

/**
 * The price of one exchange is not the official close, so bars are those of all exchanges (SIP). Where the keys are not
 * allowed to read them, they are those of IEX from then on.
 */
function barsAsker(ask: Ask, { now, log }: Surroundings) {
  let feed: 'sip' | 'iex' = 'sip'
  return async (ticker: Ticker, first: Day, step: Step) => {
    const start = startOfDay(first)
    const query = {
      symbols: ticker,
      timeframe: timeframes[step],
      start: new Date(start).toISOString(),
      adjustment: 'split',
      limit: '10000',
    }
    // Of IEX without an end, because it is now by default, and any other may be refused.
    const ofIex = () => askPages(ask, '/v2/stocks/bars', { ...query, feed: 'iex' }, barsAnswer)
    if (feed === 'iex') return ofIex()
    const end = new Date(Math.max(start, now() - sipDelayMs)).toISOString()
    const asked = await askPages(ask, '/v2/stocks/bars', { ...query, end, feed: 'sip' }, barsAnswer)
    if (asked.ok || asked.failure.kind !== 'not_permitted') return asked
    if (feed === 'sip')
      log.warn({ provider: 'alpaca', ...asked.failure }, 'bars come from IEX only')
    feed = 'iex'
    return ofIex()
  }
}

function candlesOf(listed: readonly z.infer<typeof candle>[]): Candle[] {
  return listed.flatMap((one) => (one?.c ? [{ start: one.t, cents: one.c }] : []))
}

function splitsOf(
  actions: z.infer<typeof actionsAnswer>['corporate_actions'],
  ticker: Ticker,
): Split[] {
  return [...(actions?.forward_splits ?? []), ...(actions?.reverse_splits ?? [])]
    .filter(({ symbol }) => symbol === ticker)
    .map((one) => splitOf(ticker, one.ex_date, one.new_rate, one.old_rate))
}

const pagesMax = 20

async function askPages<T extends { next_page_token?: string | null | undefined }>(
  ask: Ask,
  path: string,
  query: Record<string, string>,
  schema: z.ZodMiniType<T>,
): Promise<Asked<T[]>> {
  const pages: T[] = []
  let token: string | null | undefined
  do {
    if (pages.length === pagesMax) {
      return { ok: false, failure: { kind: 'bad_data', reason: `more than ${pagesMax} pages` } }
    }
    const page = await ask(path, token ? { ...query, page_token: token } : query, schema)
    if (!page.ok) return page
    pages.push(page.value)
    token = page.value.next_page_token
  } while (token)
  return { ok: true, value: pages }
}

function explain(status: number, text: string): Failure | null {
  if ((status === 403 || status === 422) && text.includes('subscription')) {
    return { kind: 'not_permitted', reason: `answered ${status}: the feed needs another plan` }
  }
  if (status === 401 || status === 403) {
    return { kind: 'unavailable', reason: `answered ${status}: the keys are not accepted` }
  }
  if ((status === 400 || status === 422) && text.includes('invalid symbol')) {
    return { kind: 'unknown_ticker', reason: `answered ${status}: invalid symbol` }
  }
  return null
}
