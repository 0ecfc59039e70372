// The requests for the latest prices that the leading node makes: for orders that wait, and at a pace of their own.
import type { Ticker } from '@tengrand/core/tickers.ts'

import { callsApartMs, claimCall } from './call-spacing.ts'
import { createDuePrices } from './due-prices.ts'
import type { Leadership } from './leadership.ts'
import type { WantBoard } from './price-wants.ts'
import { noted, type RefreshDeps } from './refresh.ts'
import { believable } from './sane-prices.ts'
import { storeQuotes } from './store.ts'
import { tell, type Want } from './words.ts'

export interface PriceCallDeps extends RefreshDeps {
  readonly leadership: Leadership
  readonly board: WantBoard
  /** When the provider was asked for the price that is known. */
  readonly askedAt: (ticker: Ticker) => number
  /** Reads what was just stored. */
  readonly onStored: () => Promise<void>
}

export interface PriceCalls {
  start(): void
  /** Something is wanted: looks at once, where this node leads. */
  wake(): void
  close(): void
}

/** However little there is to do, a node looks so often whether it leads and what is due. */
const lookEveryMs = 5_000

export function createPriceCalls(deps: PriceCallDeps): PriceCalls {
  const complain = (err: unknown): void => {
    if (!closed) deps.log.warn({ err }, 'prices could not be refreshed')
  }
  const step = createStep(deps, (answer) => void answer.catch(complain).then(run))
  let timer: NodeJS.Timeout | undefined
  let state: 'idle' | 'busy' | 'called' = 'idle'
  let isOwed = false
  let closed = false
  async function run(): Promise<void> {
    if (closed) return
    if (state !== 'idle') {
      isOwed = true
      return
    }
    clearTimeout(timer)
    isOwed = false
    state = 'busy'
    const outcome = await step().catch((err: unknown): Outcome => {
      complain(err)
      return { againInMs: lookEveryMs }
    })
    state = outcome === 'called' ? 'called' : 'idle'
    if (closed) return
    // The distance between two requests is kept in the database, and here once more from when the last one really began.
    if (outcome === 'called') timer = setTimeout(rested, callsApartMs).unref()
    else timer = setTimeout(() => void run(), isOwed ? 0 : outcome.againInMs).unref()
  }
  const rested = (): void => {
    state = 'idle'
    void run()
  }
  return {
    start: () => void run(),
    wake: () => {
      if (deps.leadership.isLeading()) void run()
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}

type Outcome = 'called' | { readonly againInMs: number }

/** One look at what is wanted and due, and the request that follows from it. */
function createStep(
  deps: PriceCallDeps,
  onCalled: (answer: Promise<void>) => void,
): () => Promise<Outcome> {
  const { db, provider, now, leadership, board } = deps
  const due = createDuePrices(provider)
  /** When the request that is about this stock began, while it is under way. */
  const underWay = new Map<Ticker, number>()
  let quietUntil = 0

  async function call(tickers: readonly Ticker[]): Promise<void> {
    const begunAt = Math.floor(now())
    due.begin(tickers, begunAt)
    for (const ticker of tickers) underWay.set(ticker, begunAt)
    try {
      const answer = await askPrices(deps, tickers, begunAt)
      quietUntil = answer.quietUntil
      due.answered(answer.told, begunAt)
    } finally {
      for (const ticker of tickers) {
        if (underWay.get(ticker) === begunAt) underWay.delete(ticker)
      }
    }
  }

  const isOpen = ({ ticker, newest }: Want): boolean =>
    newest > Math.max(deps.askedAt(ticker), underWay.get(ticker) ?? 0)

  return async () => {
    if (!(await leadership.lead())) return { againInMs: lookEveryMs }
    const wants = board.wants().filter(isOpen)
    if (now() < quietUntil) {
      await refuse(deps, wants)
      return { againInMs: lookEveryMs }
    }
    const at = Math.floor(now())
    const wanted = wants.filter((want) => readyAt(want) <= at).map(({ ticker }) => ticker)
    const asked = [...new Set([...wanted, ...due.list(at)])]
    if (asked.length === 0) {
      return { againInMs: Math.min(...wants.map((want) => readyAt(want) - at), lookEveryMs) }
    }
    const place = await claimCall(db, provider, asked)
    if ('waitMs' in place) return { againInMs: Math.min(place.waitMs, lookEveryMs) }
    // Not waited for: a slow answer does not keep others from being asked for.
    onCalled(call(place.tickers))
    return 'called'
  }
}

/** The clock of the node that wants it may be ahead by a little, and a request from before the order is of no use. */
const clocksDifferMs = 250
const readyAt = ({ since, newest }: Want): number => Math.min(newest, since + clocksDifferMs)

async function refuse({ db, board }: PriceCallDeps, wants: readonly Want[]): Promise<void> {
  if (wants.length === 0) return
  const tickers = wants.map(({ ticker }) => ticker)
  board.strike(tickers)
  await tell(db, { kind: 'failed', tickers, limited: true })
}

interface PriceAnswer {
  readonly told: readonly Ticker[]
  readonly quietUntil: number
}

async function askPrices(
  deps: PriceCallDeps,
  tickers: readonly Ticker[],
  begunAt: number,
): Promise<PriceAnswer> {
  const { db, provider, log } = deps
  const asked = await provider.latest(tickers)
  if (!asked.ok) {
    const { failure } = noted(log, provider, 'latest', asked)
    const limited = failure.kind === 'rate_limited'
    await tell(db, { kind: 'failed', tickers: [...tickers], limited })
    return { told: [], quietUntil: limited ? failure.retryAt : 0 }
  }
  await db.transaction(async (tx) => {
    await storeQuotes(tx, await believable(tx, asked.value), begunAt)
    await tell(tx, { kind: 'quotes' })
  })
  await deps.onStored()
  const told = asked.value.map(({ ticker }) => ticker)
  if (told.length < tickers.length) {
    const missing = { kind: 'unavailable', reason: 'some stocks are missing' } as const
    noted(log, provider, 'latest', { ok: false, failure: missing })
  }
  return { told, quietUntil: 0 }
}
