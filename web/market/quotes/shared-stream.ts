// One stream for all tabs of a browser: the tab that is elected opens it and tells the others what it says.
import type { Board, TickerQuote, UpdateKind } from './board.ts'
import { openStream, type Source } from './stream.ts'
import {
  readMessage,
  standForElection,
  type Channel,
  type Election,
  type TabMessage,
} from './tabs.ts'
import { readQuotes, writeQuotes } from './wire.ts'

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
