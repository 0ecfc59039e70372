// What a lesson shows comes from its stream, and from polling while there is no stream; until the lesson is over.
import { leagueBoard } from '@tengrand/contract/league-members.ts'
import { leagueQuotes } from '@tengrand/contract/lessons.ts'

import { call } from '../api/client.ts'
import type { RequestOptions } from '../api/transport.ts'
import { isUnknownLeague, type Board } from '../leagues/queries.ts'
import { keepStream } from './kept-stream.ts'
import type { LessonEvent } from './stream.ts'

interface FeedListener {
  readonly onEvent: (event: LessonEvent) => void
  /** The board as this learner sees it, with their own row. */
  readonly onBoard: (board: Board) => void
  readonly onLive: (isLive: boolean) => void
  /** The learner is not in the lesson any more. */
  readonly onGone: () => void
  /** Whether nothing changes any more. */
  readonly isDone: () => boolean
}

/** Returns the function that ends it. */
export function followLesson(
  league: string,
  listener: FeedListener,
  random: () => number = Math.random,
): () => void {
  const ended = new AbortController()
  let isLive = false
  const setLive = (next: boolean): void => {
    if (next !== isLive) listener.onLive(next)
    isLive = next
  }
  const onGone = (): void => {
    end()
    listener.onGone()
  }
  const asking = makeAsking(league, ended.signal, { ...listener, onGone })
  const polling = makePolling(random, async () => {
    await Promise.all([asking.quotes(), asking.board()])
    if (listener.isDone() && asking.hasBoard()) end()
    return !ended.signal.aborted && !isLive
  })
  const onEvent = (event: LessonEvent): void => {
    polling.stop()
    setLive(true)
    listener.onEvent(event)
    // The board of the stream does not say which row is the learner's.
    if ('board' in event && !asking.hasBoard()) void asking.board()
    if (listener.isDone() && asking.hasBoard()) end()
  }
  const onLost = (): void => {
    setLive(false)
    // Also finds out why a stream was refused.
    polling.startSoon()
  }
  const stream = keepStream(league, { onEvent, onLost }, random)
  const forgetWake = watchWake(() => {
    polling.startNow()
    stream.wake()
  })
  function end(): void {
    ended.abort()
    polling.stop()
    stream.close()
    forgetWake()
    setLive(false)
  }
  void asking.board()
  polling.startSoon()
  return end
}

/** The calls beside the stream. Other failures than that of a member who is gone pass with the next call. */
function makeAsking(
  league: string,
  signal: AbortSignal,
  { onEvent, onBoard, onGone }: Pick<FeedListener, 'onEvent' | 'onBoard' | 'onGone'>,
) {
  let hasBoard = false
  const asked = { params: { league } }
  const ask = async (work: (options: RequestOptions) => Promise<void>): Promise<void> => {
    try {
      await work({ signal })
    } catch (error) {
      if (!signal.aborted && isUnknownLeague(error)) onGone()
    }
  }
  return {
    quotes: () => ask(async (options) => onEvent(await call(leagueQuotes, asked, options))),
    board: () =>
      ask(async (options) => {
        onBoard(await call(leagueBoard, asked, options))
        hasBoard = true
      }),
    hasBoard: () => hasBoard,
  }
}

const pollMs = 2_000

/** Repeats the work while it returns true. */
function makePolling(random: () => number, work: () => Promise<boolean>) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWorking = false
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const startIn = (ms: number): void => {
    stop()
    timer = setTimeout(() => void run(), ms)
  }
  /**
   * Between one and three seconds, so that the pages of a class do not ask all at once. Streams that fail again and again
   * do not put it off.
   */
  const startSoon = (): void => {
    if (timer === undefined && !isWorking) startIn(pollMs * (0.5 + random()))
  }
  const run = async (): Promise<void> => {
    timer = undefined
    isWorking = true
    const goesOn = await work()
    isWorking = false
    if (goesOn) startSoon()
  }
  return { startNow: () => startIn(0), startSoon, stop }
}

/** A device that wakes up, or is back in the network, catches up at once. */
function watchWake(onWake: () => void): () => void {
  const wake = (): void => {
    if (document.visibilityState === 'visible') onWake()
  }
  window.addEventListener('online', wake)
  document.addEventListener('visibilitychange', wake)
  return () => {
    window.removeEventListener('online', wake)
    document.removeEventListener('visibilitychange', wake)
  }
}
