// The live state of a lesson: one connection for all components of a tab, open while one of them uses it. It comes from the
// stream, and from polling while there is no stream; until the lesson is over.
import type { Answer } from '@tengrand/contract/call.ts'
import { leagueBoard } from '@tengrand/contract/league-members.ts'
import { leagueQuotes } from '@tengrand/contract/lessons.ts'
import type { Prices } from '@tengrand/core/quote.ts'

import { call } from '../api/client.ts'
import { createStore, useStore, type Store } from '../browser/create-store.ts'
import { isUnknownLeague, type BoardRow } from '../leagues/queries.ts'
import { readPrices } from '../market/quotes/wire.ts'
import { useSession } from '../session/session.tsx'
import { keepStream, type LessonEvent } from './stream.ts'

type TickEvent = Answer<typeof leagueQuotes>

export type LessonState = NonNullable<TickEvent['lesson']>['state']

/** Everything is null, or empty, before the first answer. */
export interface LiveLesson {
  readonly state: LessonState | null
  readonly tick: number | null
  /** The market instant of the tick, in milliseconds since 1970. */
  readonly now: number | null
  /** By symbol. */
  readonly quotes: ReadonlyMap<string, Prices>
  /** By rank; `you` is set in the learner's own row. */
  readonly board: readonly BoardRow[] | null
  /** The market's return since the start, in percent. */
  readonly marketRoi: number | null
  readonly members: number | null
  /** Whether the board never changes again. */
  readonly isFinal: boolean
  /** Whether prices come by the stream; otherwise they are polled. */
  readonly isLive: boolean
  /** Whether the learner is not in the lesson: the owner may have removed them. */
  readonly isGone: boolean
}

const nothingYet: LiveLesson = {
  state: null,
  tick: null,
  now: null,
  quotes: new Map(),
  board: null,
  marketRoi: null,
  members: null,
  isFinal: false,
  isLive: false,
  isGone: false,
}

export function useLiveLesson(league: string): LiveLesson {
  const { state } = useSession()
  const key = `${state.kind === 'signed-in' ? state.uid : ''} ${league}`
  const store: Store<LiveLesson> =
    stores.get(key) ?? createStore(nothingYet, () => follow(league, store))
  stores.set(key, store)
  return useStore(store)
}

/** By account and lesson. */
const stores = new Map<string, Store<LiveLesson>>()

const pollMs = 2_000

/** Returns the function that ends it. */
function follow(league: string, store: Store<LiveLesson>, random = Math.random): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const { change, askBoard, askAll, take } = makeChanges(league, store, ended)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Every one to three seconds, so that the pages of a class do not ask all at once. */
  const pollLater = (): void => {
    timer = setTimeout(() => void poll(), pollMs * (0.5 + random()))
  }
  const poll = async (): Promise<void> => {
    // Also finds out why a stream was refused.
    if (!store.get().isLive) await askAll()
    if (!signal.aborted) pollLater()
  }
  const onLost = (): void => change({ isLive: false })
  const stream = keepStream(league, { onEvent: take, onLost, random })
  /** A device that wakes up, or is back in the network, catches up at once. */
  const onWake = (): void => {
    if (document.visibilityState !== 'visible') return
    void askAll()
    stream.wake()
  }
  window.addEventListener('online', onWake, { signal })
  document.addEventListener('visibilitychange', onWake, { signal })
  signal.addEventListener('abort', () => {
    clearTimeout(timer)
    stream.close()
    change({ isLive: false })
  })
  void askBoard()
  pollLater()
  return () => {
    ended.abort()
    // The next page must not show old prices as the current ones.
    store.set(nothingYet)
  }
}

/** What changes the state: the events, and the calls beside the stream. It ends when nothing changes any more. */
function makeChanges(league: string, { get, set }: Store<LiveLesson>, ended: AbortController) {
  const { signal } = ended
  /** Undefined before the board as this learner sees it. */
  let ownId: string | null | undefined
  const change = (next: Partial<LiveLesson>): void => {
    set({ ...get(), ...next })
    const { state, isFinal } = get()
    if (state === 'over' && isFinal && ownId !== undefined) ended.abort()
  }
  /** Other failures than that of a member who is gone pass with the next call. */
  const ask = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      if (signal.aborted || !isUnknownLeague(error)) return
      ended.abort()
      change({ isGone: true })
    }
  }
  const asked = { params: { league } }
  const askBoard = () =>
    ask(async () => {
      const { board, market, final } = await call(leagueBoard, asked, { signal })
      ownId = board.find(({ you }) => you)?.user_id ?? null
      change({ board, marketRoi: market.roi_percentage, isFinal: final })
    })
  const askQuotes = () =>
    ask(async () => change(tickOf(get(), await call(leagueQuotes, asked, { signal }))))
  const take = (event: LessonEvent): void => {
    change({ isLive: true, ...('quotes' in event ? tickOf(get(), event) : boardOf(event, ownId)) })
    // The board of the stream does not say which row is the learner's.
    if ('board' in event && ownId === undefined) void askBoard()
  }
  return { change, askBoard, askAll: () => Promise.all([askQuotes(), askBoard()]), take }
}

type BoardEvent = Exclude<LessonEvent, TickEvent>

/** The stream is the same for all members. */
const boardOf = ({ board, market, members, final }: BoardEvent, ownId: string | null = null) => ({
  board: ownId === null ? board : board.map((row) => ({ ...row, you: row.user_id === ownId })),
  marketRoi: market.roi_percentage,
  members,
  isFinal: final,
})

/** An answer that was under way for long is older than what is shown. */
function tickOf(before: LiveLesson, { quotes, lesson }: TickEvent): Partial<LiveLesson> {
  if (lesson === null || lesson.tick < (before.tick ?? 0)) return {}
  const { state, tick, now } = lesson
  const isSameTick = tick === before.tick && before.quotes.size > 0
  const read = () => new Map(quotes.map((quote) => [quote.ticker, readPrices(quote)]))
  return { state, tick, now: Date.parse(now), quotes: isSameTick ? before.quotes : read() }
}
