// The notifications between the nodes of a provider's market: new prices, failed requests, wanted prices.
import { tickers } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import type { Tx } from '../../db/handle.ts'

export const channel = 'market'

const tickerList = z.array(z.enum(tickers))
const notification = z.discriminatedUnion('kind', [
  /** The latest prices have changed, or were requested again. */
  z.object({ kind: z.literal('quotes') }),
  /** Anything may have changed: prices, bars and splits. */
  z.object({ kind: z.literal('all') }),
  /** The request for these stocks failed; `limited` after a rate limit. */
  z.object({ kind: z.literal('failed'), tickers: tickerList, limited: z.boolean() }),
  /** All prices that the orders of a node wait for; replaces the node's previous list. */
  z.object({
    kind: z.literal('wanted'),
    node: z.string(),
    wants: z.array(z.object({ ticker: z.enum(tickers), since: z.number(), newest: z.number() })),
  }),
])

export type MarketNotification = z.output<typeof notification>

/** A price that orders of a node wait for: it must be requested after the oldest (`since`) and the newest of them. */
export type WantedPrice = Extract<MarketNotification, { kind: 'wanted' }>['wants'][number]

export const notify = (tx: Tx, sent: MarketNotification): Promise<unknown> =>
  tx.query('select pg_notify($1, $2)', [channel, JSON.stringify(sent)])

/** An unknown message, or an empty one after a lost connection, means that anything may have changed. */
export function parseNotification(text: string): MarketNotification {
  try {
    return notification.safeParse(JSON.parse(text)).data ?? { kind: 'all' }
  } catch {
    return { kind: 'all' }
  }
}
