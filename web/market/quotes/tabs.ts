// The tabs of one browser share one stream: a lock elects the tab that holds it, a channel carries what it says.
import * as z from 'zod/mini'

import { mainMarket } from '../market-context.ts'
import type { UpdateKind } from './board.ts'
import type { WireQuotes } from './wire.ts'

export type TabMessage =
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
export interface Election {
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
export function readMessage(data: unknown): z.infer<typeof heard> | null {
  const { success, data: message } = z.safeParse(heard, data)
  return success ? message : null
}

/** Waits for its turn, then holds until it is left. Leaving releases it before another tab can take it. */
export function standForElection({ locks, name }: Election, hold: () => () => void): () => void {
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
