// Stores and reads a provider's quotes, bars and splits in the database.
import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'
import { pricesAround, type Quote } from '@tengrand/core/quote.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'

import type { Tx } from '../db/handle.ts'
import { hasTable } from '../db/migrate.ts'
import type { PricePoint } from './market.ts'
import type { Bar, Price, Split, Step } from './providers/provider.ts'
import { tickerIdOf, tickerOf } from './ticker-id.ts'

/** An SQL expression: the latest stored prices by ticker id; null on a market that computes its prices. */
export const quotedPrices = `(
  select case when exists (select from quote) then array(
    select price_cents from generate_series(1, ${tickers.length}) as stock
      left join quote on ticker_id = stock order by stock
  ) end)`

export async function readQuotes(tx: Tx): Promise<Quote[]> {
  const rows = await tx.query<{
    ticker_id: number
    price_cents: number
    at: Date
    asked_at: Date | null
  }>('select ticker_id, price_cents, at, asked_at from quote order by ticker_id')
  return rows.map(({ ticker_id, price_cents, at, asked_at }) => {
    const { price, bid, ask } = pricesAround(cents(price_cents))
    const askedAt = asked_at?.getTime() ?? 0
    return { ticker: tickerOf(ticker_id), price, bid, ask, at: at.getTime(), askedAt }
  })
}

/**
 * An older price never replaces a newer one, whichever answer is slower. The start of the request is stored with the
 * price of its answer, even if the price is unchanged; it is ignored if the answer is older than the stored price. Of
 * two prices of the same moment, the one requested later wins.
 */
export async function storeQuotes(
  tx: Tx,
  prices: readonly Price[],
  askedAt: number,
): Promise<void> {
  await tx.query(
    `insert into quote (ticker_id, price_cents, at, asked_at)
     select ticker_id, price, at, $4 from unnest($1::smallint[], $2::bigint[], $3::timestamptz[])
       as fetched (ticker_id, price, at)
     on conflict (ticker_id) do update
     set price_cents = excluded.price_cents, at = excluded.at, asked_at = excluded.asked_at
     where quote.at < excluded.at
       or (quote.at = excluded.at and coalesce(quote.asked_at < excluded.asked_at, true))`,
    [
      prices.map(({ ticker }) => tickerIdOf(ticker)),
      prices.map((price) => price.cents),
      prices.map(({ at }) => new Date(at)),
      new Date(askedAt),
    ],
  )
}

/** The official close replaces the last trade before it and stands until the next open. */
async function storeClose(tx: Tx, ticker: Ticker, { at, cents: price }: Bar): Promise<void> {
  await tx.query(
    `insert into quote (ticker_id, price_cents, at) values ($1, $2, $3)
     on conflict (ticker_id) do update
     set price_cents = excluded.price_cents, at = excluded.at, asked_at = null
     where quote.at < excluded.at`,
    [tickerIdOf(ticker), price, new Date(at)],
  )
}

export async function readBars(
  tx: Tx,
  { ticker, step, from }: { ticker: Ticker; step: Step; from: number },
): Promise<PricePoint[]> {
  const rows = await tx.query<{ at: Date; price_cents: number }>(
    'select at, price_cents from bar where ticker_id = $1 and step = $2 and at >= $3 order by at',
    [tickerIdOf(ticker), step, new Date(from)],
  )
  return rows.map(({ at, price_cents }) => ({ at: at.getTime(), price: cents(price_cents) }))
}

/**
 * A version changes with every write to the bars of a stock: the row of bar_span is updated each time, even with the
 * same value, and a split changes the bars of both steps.
 */
export async function readBarVersions(tx: Tx): Promise<Map<string, string>> {
  const rows = await tx.query<{ ticker_id: number; step: Step; version: string }>(
    `select ticker_id, step, concat(xmin, ' ',
       (select max(id) from split where split.ticker_id = bar_span.ticker_id)) as version
     from bar_span`,
  )
  return new Map(
    rows.map(({ ticker_id, step, version }) => [`${tickerOf(ticker_id)} ${step}`, version]),
  )
}

/** Longer than any closure of the exchange; older prices do not count. */
const standsDaysMax = 10

/** The last price at or before an instant, from an hourly bar if there is one, else from a daily one. */
export async function readPricesAt(
  tx: Tx,
  wanted: readonly Ticker[],
  instant: number,
): Promise<Map<Ticker, Cents>> {
  const rows = await tx.query<{ ticker_id: number; price_cents: number }>(
    `select ticker_id, price_cents from unnest($1::smallint[]) as stock (ticker_id), lateral (
       select at, price_cents, step from unnest(array['hour', 'day']) as wanted (step), lateral (
         select at, price_cents from bar
         where bar.ticker_id = stock.ticker_id and bar.step = wanted.step
           and at <= $2 and at > $2 - make_interval(days => ${standsDaysMax})
         order by at desc limit 1) as latest
       order by at desc, step desc limit 1) as found`,
    [wanted.map(tickerIdOf), new Date(instant)],
  )
  return byTicker(rows)
}

/** The closes of all stocks at an instant. */
export async function readCloses(tx: Tx, at: number): Promise<Map<Ticker, Cents>> {
  const rows = await tx.query<{ ticker_id: number; price_cents: number }>(
    "select ticker_id, price_cents from bar where step = 'day' and at = $1",
    [new Date(at)],
  )
  return byTicker(rows)
}

const byTicker = (
  rows: readonly { readonly ticker_id: number; readonly price_cents: number }[],
): Map<Ticker, Cents> =>
  new Map(rows.map(({ ticker_id, price_cents }) => [tickerOf(ticker_id), cents(price_cents)]))

export async function readSpan(tx: Tx, ticker: Ticker, step: Step): Promise<number | null> {
  const [row] = await tx.query<{ through: Date }>(
    'select through from bar_span where ticker_id = $1 and step = $2',
    [tickerIdOf(ticker), step],
  )
  return row?.through.getTime() ?? null
}

export async function storeBars(
  tx: Tx,
  {
    ticker,
    step,
    bars,
    through,
  }: { ticker: Ticker; step: Step; bars: readonly Bar[]; through: number },
): Promise<void> {
  await tx.query(
    `insert into bar (ticker_id, step, at, price_cents)
     select $1, $2, at, price from unnest($3::timestamptz[], $4::bigint[]) as fetched (at, price)
     on conflict (ticker_id, step, at) do update set price_cents = excluded.price_cents`,
    [tickerIdOf(ticker), step, bars.map(({ at }) => new Date(at)), bars.map((bar) => bar.cents)],
  )
  await tx.query(
    `insert into bar_span (ticker_id, step, through) values ($1, $2, $3)
     on conflict (ticker_id, step) do update set through = greatest(bar_span.through, excluded.through)`,
    [tickerIdOf(ticker), step, new Date(through)],
  )
  const close = step === 'day' ? bars.at(-1) : undefined
  if (close !== undefined) await storeClose(tx, ticker, close)
}

/** 'late' if a later split, or a different one of the same day, was recorded before. */
export type RecordedSplit = 'new' | 'known' | 'late'

/**
 * Records a split once and converts the stored prices from before it to new shares. The provider's own bars are already
 * adjusted and are stored afterwards. A late split changes no price and no account, because trades in the shares of
 * later splits are not undone; it is stored separately, for the audit.
 */
export async function recordSplit(tx: Tx, split: Split): Promise<RecordedSplit> {
  const { ticker, day, numerator, denominator } = split
  // Serialized: a portfolio stores the highest split id it has applied, so ids must appear in order.
  await tx.query('lock table split in share row exclusive mode')
  const values = [tickerIdOf(ticker), day, numerator, denominator]
  const inserted = await tx.query(
    `insert into split (ticker_id, day, numerator, denominator) select $1, $2, $3, $4
     where not exists (select from split where ticker_id = $1 and day >= $2) returning id`,
    values,
  )
  if (inserted.length === 0) return storeLateSplit(tx, values)
  for (const table of ['bar', 'quote']) {
    await tx.query(
      `update ${table} set price_cents = greatest(1, round(price_cents::numeric * $1 / $2))::bigint
       where ticker_id = $3 and at < $4`,
      [denominator, numerator, tickerIdOf(ticker), new Date(startOfDay(day))],
    )
  }
  return 'new'
}

/** Returns 'late' only the first time, because a provider repeats a split in its answers for some days. */
async function storeLateSplit(tx: Tx, values: readonly unknown[]): Promise<RecordedSplit> {
  const late = await tx.query(
    `insert into late_split (ticker_id, day, numerator, denominator) select $1, $2, $3, $4
     where not exists (select from split where (ticker_id, day, numerator, denominator) = ($1, $2, $3, $4))
     on conflict do nothing returning day`,
    values,
  )
  return late.length === 0 ? 'known' : 'late'
}

/**
 * The instant of the last late split of a stock; 0 without one. The provider's bars before it are adjusted for that
 * split and would not fit the stored ones.
 */
export async function readLateSplitInstant(tx: Tx, ticker: Ticker): Promise<number> {
  const [row] = await tx.query<{ day: string | null }>(
    'select max(day)::text as day from late_split where ticker_id = $1',
    [tickerIdOf(ticker)],
  )
  return row?.day ? startOfDay(asDay(row.day)) : 0
}

/** All late splits by day. */
export async function readLateSplits(tx: Tx): Promise<Split[]> {
  // A command may read a database that this version has not migrated yet.
  if (!(await hasTable(tx, 'late_split'))) return []
  const rows = await tx.query<{
    ticker_id: number
    day: string
    numerator: number
    denominator: number
  }>(
    `select ticker_id, day::text as day, numerator, denominator from late_split
     order by day, ticker_id, numerator, denominator`,
  )
  return rows.map(({ ticker_id, day, numerator, denominator }) => ({
    ticker: tickerOf(ticker_id),
    day: asDay(day),
    numerator,
    denominator,
  }))
}
