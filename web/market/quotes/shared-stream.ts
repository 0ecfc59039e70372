// One stream of quotes for all tabs of a browser: a lock elects the tab that opens it, a channel carries its quotes to the others.
import * as z from 'zod/mini'

import { mainMarket } from '../market-context.ts'
import type { Board, TickerQuote, UpdateKind } from './board.ts'
import { openStream, type Source } from './stream.ts'
import { readQuotes, writeQuotes, type WireQuotes } from './wire.ts'

export interface StreamMeans extends Election {
  readonly openSource: () => Source
  /** Closed with the stream. */
  readonly channel: Channel
}

export function shareStream(
  board: Board,
  { openSource, channel, ...election }: StreamMeans,
  setLive: (live: boolean) => void,
): () => void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
  const say = (message: TabMessage): void => channel.postMessage(message)
  let holding = false
  let speaking = false

  const take = (kind: UpdateKind, quotes: readonly TickerQuote[]): void => {
    board.put(kind, quotes)
    setLive(true)
  }
  const onQuotes = (kind: UpdateKind, quotes: readonly TickerQuote[]): void => {
    speaking = true
    take(kind, quotes)
    say({ kind, event: writeQuotes(quotes) })
  }
  const onLost = (): void => {
    speaking = false
    setLive(false)
    say({ kind: 'lost' })
  }
  const hold = (): (() => void) => {
    holding = true
    const closeStream = openStream(openSource, { onQuotes, onLost })
    return () => {
      closeStream()
      onLost()
    }
  }

  channel.addEventListener('message', ({ data }) => {
    const message = readMessage(data)
    if (message?.kind === 'ask' && speaking)
      say({ kind: 'snapshot', event: writeQuotes(board.all()) })
    if (!message || message.kind === 'ask' || holding) return
    if (message.kind === 'lost') return setLive(false)
    const quotes = readQuotes(message.event)
    if (quotes) take(message.kind, quotes)
  })
  say({ kind: 'ask' })
  const leave = standForElection(election, hold)
  return () => {
    leave()
    channel.close()
  }
}

type TabMessage =
  /** A new tab asks for the current quotes. */
  | { readonly kind: 'ask' }
  | { readonly kind: UpdateKind; readonly event: WireQuotes }
  | { readonly kind: 'lost' }

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly postMessage: (message: unknown) => void
  readonly close: () => void
}

/** Which lock, and how it is asked for. */
interface Election {
  readonly locks: Locks
  readonly name: string
}

export type Locks = Pick<LockManager, 'request'>

/** Of the channel and the lock of a market. Tabs can be of different versions, so it changes with the messages. */
export const sharedName = (market: string): string =>
  ['tengrand-quotes-2', ...(market === mainMarket ? [] : [market])].join('-')

const heard = z.object({
  kind: z.enum(['ask', 'snapshot', 'change', 'lost']),
  event: z.optional(z.unknown()),
})

/** What another tab says; its quotes are read like those of the server. */
function readMessage(data: unknown): z.infer<typeof heard> | null {
  const { success, data: message } = z.safeParse(heard, data)
  return success ? message : null
}

/** Waits for its turn, then holds until it is left. Leaving releases it before another tab can take it. */
function standForElection({ locks, name }: Election, hold: () => () => void): () => void {
  const giveUp = new AbortController()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  let release: (() => void) | undefined
  locks
    .request(name, { signal: giveUp.signal }, async () => {
      if (giveUp.signal.aborted) return
      release = hold()
      await left
    })
    // Given up, or forbidden by the browser's settings; the tab then polls for its quotes.
    .catch(() => {})
  return () => {
    giveUp.abort()
    release?.()
    leave()
  }
}
