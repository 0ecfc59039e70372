// What the nodes of a provider's market tell each other: what has changed, what could not be had, and what is wanted.
import { tickers } from '@tengrand/core/tickers.ts'
import * as z from 'zod/mini'

import type { Tx } from '../../db/handle.ts'

export const channel = 'market'

const listed = z.array(z.enum(tickers))
const message = z.discriminatedUnion('kind', [
  /** The latest prices are others, or were asked for again. */
  z.object({ kind: z.literal('quotes') }),
  /** Anything may be different. */
  z.object({ kind: z.literal('all') }),
  /** The provider was asked for these and did not tell them; `limited` where it asks for patience. */
  z.object({ kind: z.literal('failed'), tickers: listed, limited: z.boolean() }),
  /** All that a node waits for now, which is what it wanted before no more. */
  z.object({
    kind: z.literal('wanted'),
    node: z.string(),
    wants: z.array(z.object({ ticker: z.enum(tickers), since: z.number(), newest: z.number() })),
  }),
])

export type MarketMessage = z.output<typeof message>

/** What the orders of a node wait for: a price that was asked for after the oldest and after the newest of them. */
export type WantedPrice = Extract<MarketMessage, { kind: 'wanted' }>['wants'][number]

export const notify = (tx: Tx, sent: MarketMessage): Promise<unknown> =>
  tx.query('select pg_notify($1, $2)', [channel, JSON.stringify(sent)])

/** A message of another version, or none at all after a connection was lost, means that anything may have changed. */
export function parseMessage(text: string): MarketMessage {
  try {
    return message.safeParse(JSON.parse(text)).data ?? { kind: 'all' }
  } catch {
    return { kind: 'all' }
  }
}
