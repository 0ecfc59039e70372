// The provider Alpaca, with the operator's own keys: live prices of one exchange (IEX, the free feed), bars of all.
import { addDays, dayOf, startOfDay, type Day } from '@tengrand/core/day.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import { createFetch, type FetchJson } from './fetch.ts'
import { createHistory, type Candle, type List } from './history.ts'
import type { Failure, Fetched, Price, Provider, ProviderContext, Split, Step } from './provider.ts'
import { splitOf } from './splits.ts'
import { day, gather, isoInstant, price, priceOf, rate, refuse } from './wire.ts'

export interface AlpacaOptions extends ProviderContext {
  readonly keyId: string
  readonly secretKey: string
}

/** Without a subscription, the feed of all exchanges (SIP) is 15 minutes late, and complete some minutes later. */
const barSettlesMs = 30 * 60_000

export function alpaca({ keyId, secretKey, ...context }: AlpacaOptions): Provider {
  const { now } = context
  const fetchJson = createFetch(httpOf({ keyId, secretKey }), context)
  return {
    name: 'alpaca',
    liveEverySeconds: 15,
    stocksPerCall: tickers.length,
    sameStockEveryMs: 1_000,
    barSettlesMs,
    latest: async (wanted) =>
      wanted.length === 0 ? { ok: true, value: [] } : fetchLatest(fetchJson, wanted, context),
    history: createHistory(listing(fetchJson, context), { now, barSettlesMs }),
  }
}

export const httpOf = ({ keyId, secretKey }: Pick<AlpacaOptions, 'keyId' | 'secretKey'>) => ({
  name: 'alpaca',
  headers: { 'APCA-API-KEY-ID': keyId, 'APCA-API-SECRET-KEY': secretKey },
  explain,
})

const trade = z.object({ t: isoInstant, p: price })
const tradesAnswer = z.object({ trades: z.nullable(z.record(z.string(), z.unknown())) })

async function fetchLatest(
  fetchJson: FetchJson,
  wanted: readonly Ticker[],
  context: ProviderContext,
): Promise<Fetched<readonly Price[]>> {
  const query = { symbols: wanted.join(','), feed: 'iex' }
  const fetched = await fetchJson('/v2/stocks/trades/latest', query, tradesAnswer, 'none')
  if (!fetched.ok) return fetched
  const { trades } = fetched.value
  return gather(
    wanted.map((ticker) => {
      const found = trades?.[ticker] ?? null
      if (found === null) return { ok: true, value: null }
      const { data } = trade.safeParse(found)
      if (!data) return refuse(ticker, 'a trade is not as expected', context.log)
      return priceOf({ ticker, cents: data.p, at: data.t }, context)
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
// Alpaca lists actions by the day on which it processed them, which can differ from the split's.
const processingDaysMax = 10

function listing(fetchJson: FetchJson, context: ProviderContext): List {
  const fetchBars = barsFetcher(fetchJson, context)
  return async (ticker, first, step) => {
    const actionsQuery = {
      symbols: ticker,
      types: 'forward_split,reverse_split',
      start: addDays(first, -processingDaysMax),
      end: addDays(dayOf(context.now()), processingDaysMax),
      limit: '1000',
    }
    const [bars, actions] = await Promise.all([
      fetchBars(ticker, first, step),
      fetchPages(fetchJson, '/v1/corporate-actions', actionsQuery, actionsAnswer),
    ])
    if (!bars.ok) return bars
    if (!actions.ok) return actions
    const candles = bars.value.flatMap((page) => candlesOf(page.bars?.[ticker] ?? []))
    const splits = actions.value.flatMap((page) => splitsOf(page.corporate_actions, ticker))
    return { ok: true, value: { candles, splits } }
  }
}

/** Without a subscription, Alpaca refuses newer data; the margin allows for clock differences. */
const sipDelayMs = 20 * 60_000

/**
 * The price of one exchange is not the official close, so bars come from all exchanges (SIP). Once Alpaca refuses the
 * keys for that feed, bars come from IEX.
 */
function barsFetcher(fetchJson: FetchJson, { now, log }: ProviderContext) {
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
    // Without an `end`, because the default is now and IEX may refuse any other value.
    const fetchIex = () =>
      fetchPages(fetchJson, '/v2/stocks/bars', { ...query, feed: 'iex' }, barsAnswer)
    if (feed === 'iex') return fetchIex()
    const end = new Date(Math.max(start, now() - sipDelayMs)).toISOString()
    const fetched = await fetchPages(
      fetchJson,
      '/v2/stocks/bars',
      { ...query, end, feed: 'sip' },
      barsAnswer,
    )
    if (fetched.ok || fetched.failure.kind !== 'not_permitted') return fetched
    if (feed === 'sip')
      log.warn({ provider: 'alpaca', ...fetched.failure }, 'bars come from IEX only')
    feed = 'iex'
    return fetchIex()
  }
}

const candlesOf = (listed: readonly z.infer<typeof candle>[]): Candle[] =>
  listed.flatMap((one) => (one?.c ? [{ start: one.t, cents: one.c }] : []))

function splitsOf(
  actions: z.infer<typeof actionsAnswer>['corporate_actions'],
  ticker: Ticker,
): Split[] {
  return [...(actions?.forward_splits ?? []), ...(actions?.reverse_splits ?? [])]
    .filter(({ symbol }) => symbol === ticker)
    .map((one) => splitOf(ticker, one.ex_date, one.new_rate, one.old_rate))
}

const pagesMax = 20

async function fetchPages<T extends { next_page_token?: string | null | undefined }>(
  fetchJson: FetchJson,
  path: string,
  query: Record<string, string>,
  schema: z.ZodMiniType<T>,
): Promise<Fetched<T[]>> {
  const pages: T[] = []
  let token: string | null | undefined
  do {
    if (pages.length === pagesMax) {
      return { ok: false, failure: { kind: 'bad_data', reason: `more than ${pagesMax} pages` } }
    }
    const page = await fetchJson(path, token ? { ...query, page_token: token } : query, schema)
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
