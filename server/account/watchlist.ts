// Routes and storage of the watchlist, which is replaced as a whole: the last write wins.
import { api } from '@tengrand/contract/api.ts'
import { parseTicker, type Ticker } from '@tengrand/core/tickers.ts'
import type { FastifyInstance } from 'fastify'

import type { Db, Tx } from '../db/handle.ts'
import { AccountGone, unknownTicker } from '../http/refusals.ts'
import { signedInRoute, type Identify } from '../http/route.ts'
import { tickerIdOf, tickerOf } from '../market/ticker-id.ts'

export interface WatchlistDeps {
  readonly db: Db
  readonly identify: Identify
}

export function addWatchlistRoutes(app: FastifyInstance, { db, identify }: WatchlistDeps): void {
  signedInRoute(app, identify, api.watchlist, async ({ caller }) => ({
    tickers: await readWatchlist(db, caller.accountId),
  }))

  signedInRoute(app, identify, api.setWatchlist, async ({ caller, body }) => {
    const watched = new Set<Ticker>()
    for (const text of body.tickers) {
      const ticker = parseTicker(text)
      if (ticker === null) return unknownTicker(text)
      watched.add(ticker)
    }
    return { tickers: await writeWatchlist(db, caller.accountId, [...watched]) }
  })
}

export async function readWatchlist(tx: Tx, accountId: number): Promise<Ticker[]> {
  return tickersIn(
    await tx.query<Watching>('select watching from account where id = $1', [accountId]),
  )
}

async function writeWatchlist(
  tx: Tx,
  accountId: number,
  watched: readonly Ticker[],
): Promise<Ticker[]> {
  return tickersIn(
    await tx.query<Watching>('update account set watching = $2 where id = $1 returning watching', [
      accountId,
      watched.map(tickerIdOf),
    ]),
  )
}

interface Watching {
  readonly watching: readonly number[]
}

function tickersIn([account]: readonly Watching[]): Ticker[] {
  if (account === undefined) throw new AccountGone()
  return account.watching.map(tickerOf)
}
