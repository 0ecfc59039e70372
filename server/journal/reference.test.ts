// Recomputes outcomes and calibration from the CSV file and the price calls alone, for random portfolios of a provider's
// market with a split: open ones, closed chapters, and leagues that run or are over.
import type { Answer } from '@tengrand/contract/call.ts'
import type { calibration } from '@tengrand/contract/journal.ts'
import { confidences } from '@tengrand/core/journal.ts'
import { tickers, type Ticker } from '@tengrand/core/tickers.ts'
import { expect, test } from 'vitest'

import type { Chance } from '../demo/chance.ts'
import { startRehearsal } from '../market/testing/rehearsal.ts'
import { envOf } from '../market/testing/replay-server.ts'
import { isLong } from '../testing/effort.ts'
import { signUp } from '../testing/learner.ts'
import { plantTrades, portfolioIdOf, trade } from '../testing/planted-ledger.ts'
import { playRounds } from '../testing/rounds.ts'
import { createWorld, type World } from '../testing/world.ts'

const portfolios = isLong ? 500 : 25
const now = Date.parse('2026-08-05T16:00:00Z')
const first = Date.parse('2025-10-01T16:00:00Z')
const dayMs = 86_400_000

/** Half of the trades are of the stock that has split in between. */
function randomTrades(chance: Chance, until: number) {
  const count = 1 + chance.pick(24)
  const times = Array.from({ length: count }, () => noonOf(chance, until)).toSorted((a, b) => a - b)
  const held = new Map<Ticker, number>()
  return times.map((at, place) => {
    const ticker = chance.happens(0.5) ? 'NFLX' : chance.oneOf(tickers)
    const own = held.get(ticker) ?? 0
    const isSale = own > 0 && chance.happens(0.4)
    held.set(ticker, isSale ? own - 1 : own + 1)
    return trade(isSale ? 'SELL' : 'BUY', 1, ticker, 10_00, at + place)
  })
}

/** Noon in New York, or a minute past it, of a session: of Mondays to Thursdays that are no holiday. */
function noonOf(chance: Chance, until: number): number {
  for (;;) {
    const at = first + chance.pick(Math.floor((until - first) / dayMs)) * dayMs
    if (sessions.has(newYorkDay(at))) return at
  }
}

const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' })
const newYorkDay = (at: number): string => dayFormat.format(at)

/** The closes of each stock by day, as the price calls answer them. */
const closes = new Map<string, Map<string, number>>()
let sessions: ReadonlySet<string> = new Set()

async function readCloses(
  ask: (url: string) => Promise<{ historical_data: { date: string; price: number }[] }>,
): Promise<void> {
  for (const ticker of tickers) {
    const { historical_data: points } = await ask(`/api/price-history/${ticker}/1y`)
    const days = points
      // The last price is that of now, which is no close.
      .filter(({ date }) => date < newYorkDay(now))
      .map(({ date, price }) => [date, price] as const)
    closes.set(ticker, new Map(days))
  }
  sessions = new Set(closes.get('AAPL')?.keys())
}

type Kind = 'chapter' | 'league' | 'league over'

/** Closes the learner's main portfolio, or plants one in a league; returns its ids. */
async function plant(
  { db }: World,
  learnerPortfolio: number,
  { kind, endsAt, chapter }: { kind: Kind; endsAt: number; chapter: number },
) {
  const isOver = kind === 'chapter' || kind === 'league over'
  const [row] = await db.query<{ id: number; portfolio: string }>(
    `with own as (select account_id from portfolio where id = $1),
       begun as (
         insert into contest (kind, name, starting_cents, starts_at, ends_at, planned_ends_at, creation_key, created_at,
           code, is_door_open, opening_prices, closing_prices, settled_at)
         select 'league', 'A league', 100000000, $3, $4, $4, gen_random_uuid(), $3, gen_random_uuid(), true,
           array_fill(1000::bigint, array[16]),
           case when $5::boolean then array_fill(1000::bigint, array[16]) end, case when $5::boolean then $4::timestamptz end
         where $2::boolean returning id
       )
     insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through,
       email_verified, closed_at, closing_key, closing_prices, final_cents)
     select account_id, coalesce((select id from begun), 1), $6::int, 100000000, 100000000, $3,
       (select coalesce(max(id), 0) from split), false, case when $5::boolean then $4::timestamptz end,
       case when $5::boolean and not $2::boolean then gen_random_uuid() end,
       case when $5::boolean then array_fill(1000::bigint, array[16]) end, case when $5::boolean then 100000000 end
     from own returning id, public_id as portfolio`,
    [
      learnerPortfolio,
      kind.startsWith('league'),
      new Date(first),
      new Date(endsAt),
      isOver,
      chapter,
    ],
  )
  if (row === undefined) throw new Error('Nothing was planted.')
  return row
}

/** Forecasts for the trades, 0 for none; every third trade has a reason too. */
const plantEntries = ({ db }: World, portfolioId: number, sure: readonly number[]) =>
  db.query(
    `update trade t set entry_id = gen_random_uuid(), note = case when n % 3 = 0 then 'why' end,
       confidence = nullif(($2::int[])[n], 0)
     from (select id, row_number() over (order by at) as n from trade where portfolio_id = $1) numbered
     where t.portfolio_id = $1 and t.id = numbered.id and key is not null and (n % 3 = 0 or ($2::int[])[n] > 0)`,
    [portfolioId, sure],
  )

/** A line of the file, and what a spreadsheet makes of it. */
interface Line {
  readonly at: string
  readonly type: string
  readonly ticker: string
  readonly sure: string
  readonly outcome: string
}

function linesOf(csv: string): Line[] {
  const [head, ...rows] = csv.trim().split('\r\n')
  expect(head).toBe(
    'Date,Type,Ticker,Quantity,Price,Waiting,Reason,Sure %,Outcome,Due,Stock return %,Market return %',
  )
  return rows.map((row) => {
    const [at = '', type = '', ticker = '', , , , , sure = '', outcome = ''] = row.split(',')
    return { at, type, ticker, sure, outcome }
  })
}

/** `endsAt` is the end of the portfolio, at 10 PM UTC, when the close of the day has passed. */
function expectedOutcome({ at, type, ticker, sure }: Line, endsAt: number): string {
  if (sure === '') return ''
  const days = [...sessions].toSorted()
  const from = newYorkDay(Date.parse(at))
  const wanted = new Date(Date.parse(from) + 30 * dayMs).toISOString().slice(0, 10)
  const due = days.find((day) => day >= wanted) ?? '9999'
  const end = newYorkDay(endsAt)
  if (due > end) {
    if (endsAt > now) return ''
    const passed = days.filter((day) => day >= from && day <= end)
    return passed.length < 5 ? 'lapsed' : compared(type, ticker, from, passed.at(-1) ?? from)
  }
  return due === '9999' ? '' : compared(type, ticker, from, due)
}

function compared(type: string, ticker: string, from: string, to: string): string {
  const growth = (one: string) =>
    (closes.get(one)?.get(to) ?? NaN) / (closes.get(one)?.get(from) ?? NaN)
  const market = tickers.reduce((sum, one) => sum + growth(one), 0) / 16
  const ahead = (growth(ticker) - market) * (type === 'BUY' ? 100 : -100)
  if (Number.isNaN(ahead)) throw new Error(`No closes of ${from} and ${to}.`)
  return Math.abs(ahead) <= 0.05 ? 'even' : ahead > 0 ? 'right' : 'wrong'
}

/** To three decimals after four, like a spreadsheet that shows the four of the answer. */
const rounded = (value: number): number => Math.round(Math.round(value * 10_000) / 10) / 1_000

/** Number, forecasts, right, percent and interval of each level, and the Brier score; nothing below ten results. */
function expectedCalibration(scored: readonly Line[]) {
  if (scored.length < 10) return { scored: scored.length, levels: [], brier: null }
  const z = 1.644853627
  const levels = confidences.flatMap((sure) => {
    const own = scored.filter((line) => line.sure === String(sure))
    const n = own.length
    if (n === 0) return []
    const right = own.reduce((sum, line) => sum + worth(line), 0)
    const p = right / n
    const root = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n))
    const bound = (side: number) =>
      ((p + (z * z) / (2 * n) + side * root) / (1 + (z * z) / n)) * 100
    return [[sure, n, right, p * 100, Math.max(0, bound(-1)), Math.min(100, bound(1))].map(rounded)]
  })
  const squares = scored.map((line) => (Number(line.sure) / 100 - worth(line)) ** 2)
  const brier = rounded(squares.reduce((sum, one) => sum + one, 0) / squares.length)
  return { scored: scored.length, levels, brier }
}

const worth = ({ outcome }: Line): number =>
  outcome === 'right' ? 1 : outcome === 'even' ? 0.5 : 0

type Calibration = Answer<typeof calibration>

const foundCalibration = ({ scored, levels, brier }: Calibration) => ({
  scored,
  levels: levels.map((level) =>
    [level.confidence, level.forecasts, level.right, level.percent, level.low, level.high].map(
      rounded,
    ),
  ),
  brier: brier === null ? null : rounded(brier),
})

test(`${portfolios} random journals are those of a spreadsheet`, { timeout: 600_000 }, async () => {
  const { replay } = await startRehearsal({})
  replay.now = now
  const world = await createWorld({ env: envOf(replay, 'alpaca'), now: () => replay.now })
  const learner = await signUp(world.app)
  const ask = async (url: string) => (await learner.get(url)).json()
  await readCloses(ask)
  const main = await portfolioIdOf(world.db, learner)
  const seen = { scored: 0, lapsed: 0, split: 0, ready: 0 }
  await playRounds(portfolios, async (chance, round) => {
    const kind = chance.oneOf(['chapter', 'league', 'league over'] as const)
    const until = kind === 'league' ? now - dayMs : first + (40 + chance.pick(260)) * dayMs
    const endsAt = (kind === 'league' ? now + chance.pick(60) * dayMs : until) + 6 * 3_600_000
    // Chapter 1 stays open, so the planted ones have higher numbers.
    const planted = await plant(world, main, { kind, endsAt, chapter: round + 2 })
    const trades = randomTrades(chance, until)
    await plantTrades(world.db, planted.id, trades)
    await plantEntries(
      world,
      planted.id,
      trades.map(() => (chance.happens(0.15) ? 0 : chance.oneOf(confidences))),
    )
    const { body } = await learner.get(`/api/journal.csv?portfolio=${planted.portfolio}`)
    const lines = linesOf(body)
    expect(lines).toEqual(
      lines.map((line) => ({ ...line, outcome: expectedOutcome(line, endsAt) })),
    )
    const scored = lines.filter(({ outcome }) => /right|wrong|even/.test(outcome))
    const answer: Calibration = await ask(
      `/api/insights/calibration?portfolio=${planted.portfolio}`,
    )
    expect(foundCalibration(answer)).toEqual(expectedCalibration(scored))
    seen.scored += scored.length
    seen.ready += scored.length < 10 ? 0 : 1
    seen.lapsed += lines.filter(({ outcome }) => outcome === 'lapsed').length
    seen.split += scored.filter(({ ticker, at }) => ticker === 'NFLX' && at < '2025-11-17').length
  })
  // Enough of each kind; otherwise the test has checked nothing.
  expect(seen.scored).toBeGreaterThan(portfolios)
  expect(seen.ready).toBeGreaterThan(portfolios / 10)
  expect(seen.split).toBeGreaterThan(0)
  expect(seen.lapsed).toBeGreaterThan(0)
})
