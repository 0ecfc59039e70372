// The live state of a lesson: one connection for all components of a tab, open while one of them uses it.
import type { Answer } from '@tengrand/contract/call.ts'
import type { leagueQuotes } from '@tengrand/contract/lessons.ts'
import type { Prices } from '@tengrand/core/quote.ts'

import { createStore, useStore, type Store } from '../browser/create-store.ts'
import type { BoardRow } from '../leagues/queries.ts'
import { readPrices } from '../market/quotes/wire.ts'
import { useSession } from '../session/session.tsx'
import { followLesson } from './feed.ts'
import type { LessonEvent } from './stream.ts'

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

export function useLiveLesson(league: string): LiveLesson {
  const { state } = useSession()
  const account = state.kind === 'signed-in' ? state.uid : ''
  return useStore(storeOf(`${account} ${league}`, league))
}

/** By account and lesson. */
const stores = new Map<string, Store<LiveLesson>>()

function storeOf(key: string, league: string): Store<LiveLesson> {
  const store = stores.get(key) ?? openStore(league)
  stores.set(key, store)
  return store
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

function openStore(league: string): Store<LiveLesson> {
  let ownId: string | null = null
  const change = (next: Partial<LiveLesson>): void => store.set({ ...store.get(), ...next })
  const store = createStore(nothingYet, () => {
    const end = followLesson(league, {
      onEvent: (event) => change(changeOf(store.get(), event, ownId)),
      onBoard: ({ board, market, final }) => {
        ownId = board.find(({ you }) => you)?.user_id ?? null
        change({ board, marketRoi: market.roi_percentage, isFinal: final })
      },
      onLive: (isLive) => change({ isLive }),
      onGone: () => change({ isGone: true }),
      isDone: () => store.get().state === 'over' && store.get().isFinal,
    })
    return () => {
      end()
      // The next page must not show old prices as the current ones.
      store.set(nothingYet)
    }
  })
  return store
}

function changeOf(
  before: LiveLesson,
  event: LessonEvent,
  ownId: string | null,
): Partial<LiveLesson> {
  if ('quotes' in event) return tickOf(before, event)
  const { board, market, members, final } = event
  return {
    // The stream is the same for all members.
    board: ownId === null ? board : board.map((row) => withYou(row, ownId)),
    marketRoi: market.roi_percentage,
    members,
    isFinal: final,
  }
}

const withYou = (row: BoardRow, ownId: string): BoardRow =>
  row.user_id === ownId ? { ...row, you: true } : row

/** An answer that was under way for long is older than what is shown. */
function tickOf(before: LiveLesson, { quotes, lesson }: TickEvent): Partial<LiveLesson> {
  if (lesson === null || lesson.tick < (before.tick ?? 0)) return {}
  const { state, tick, now } = lesson
  const isSameTick = tick === before.tick && before.quotes.size > 0
  return {
    state,
    tick,
    now: Date.parse(now),
    quotes: isSameTick
      ? before.quotes
      : new Map(quotes.map((quote) => [quote.ticker, readPrices(quote)])),
  }
}
