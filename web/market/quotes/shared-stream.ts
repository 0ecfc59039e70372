// One stream of quotes for all tabs of a browser: a lock elects the tab that opens it, a channel carries its quotes to the others.
import * as z from 'zod/mini'

import { mainMarket } from '../market-context.ts'
import type { Board, TickerQuote, UpdateKind } from './board.ts'
import { openStream, type Source } from './stream.ts'
import { readQuotes, writeQuotes, type WireQuotes } from './wire.ts'

export interface StreamSources {
  readonly openSource: () => Source
  readonly locks: Locks
  /** The name of the lock and of the channel. */
  readonly name: string
  /** The channel, which is closed together with the stream. */
  readonly channel: Channel
}

export function shareStream(
  board: Board,
  { openSource, channel, locks, name }: StreamSources,
  setLive: (live: boolean) => void,
): () => void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel stays within its origin.
  const post = (message: TabMessage): void => channel.postMessage(message)
  let isElected = false
  let isStreaming = false

  const receive = (kind: UpdateKind, quotes: readonly TickerQuote[]): void => {
    board.put(kind, quotes)
    setLive(true)
  }
  const onQuotes = (kind: UpdateKind, quotes: readonly TickerQuote[]): void => {
    isStreaming = true
    receive(kind, quotes)
    post({ kind, event: writeQuotes(quotes) })
  }
  const onLost = (): void => {
    isStreaming = false
    setLive(false)
    post({ kind: 'lost' })
  }
  const hold = (): (() => void) => {
    isElected = true
    const closeStream = openStream(openSource, { onQuotes, onLost })
    return () => {
      closeStream()
      onLost()
    }
  }

  channel.addEventListener('message', ({ data }) => {
    const { data: message } = z.safeParse(messageSchema, data)
    if (message?.kind === 'ask' && isStreaming)
      post({ kind: 'snapshot', event: writeQuotes(board.all()) })
    if (!message || message.kind === 'ask' || isElected) return
    if (message.kind === 'lost') return setLive(false)
    const quotes = readQuotes(message.event)
    if (quotes) receive(message.kind, quotes)
  })
  post({ kind: 'ask' })
  const leave = elect(locks, name, hold)
  return () => {
    leave()
    channel.close()
  }
}

type TabMessage =
  /** A new tab requests the current quotes. */
  | { readonly kind: 'ask' }
  | { readonly kind: UpdateKind; readonly event: WireQuotes }
  | { readonly kind: 'lost' }

/** The part of a BroadcastChannel that is used. */
export interface Channel {
  readonly addEventListener: (type: 'message', listener: (event: MessageEvent) => void) => void
  readonly postMessage: (message: unknown) => void
  readonly close: () => void
}

export type Locks = Pick<LockManager, 'request'>

/** The name of the channel and the lock of a market. Its number changes with the format of the messages. */
export const sharedName = (market: string): string =>
  ['tengrand-quotes-2', ...(market === mainMarket ? [] : [market])].join('-')

/** A message of another tab; its quotes are parsed like those of the server. */
const messageSchema = z.object({
  kind: z.enum(['ask', 'snapshot', 'change', 'lost']),
  event: z.optional(z.unknown()),
})

/** Waits for the lock and holds it until the returned function is called, which closes the stream before the release. */
function elect(locks: Locks, name: string, hold: () => () => void): () => void {
  const giveUp = new AbortController()
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  let release: (() => void) | undefined
  locks
    .request(name, { signal: giveUp.signal }, async () => {
      if (giveUp.signal.aborted) return
      release = hold()
      await left
    })
    // The request was aborted, or locks are forbidden by the browser's settings; then the tab polls.
    .catch(() => {})
  return () => {
    giveUp.abort()
    release?.()
    leave()
  }
}
