// Compares what was acknowledged to the learners with what the database has. The audit alone would not do: it finds
// contradictions, and a database that forgot the last second of everything has none.
import type { Db } from '../server/db/handle.ts'
import { auditPortfolios } from '../server/ledger/audit.ts'
import type { SentOrder } from './traffic.ts'

export interface Verdict {
  readonly acknowledged: number
  /** Acknowledged orders that are not in the database, or not with the acknowledged price and quantity. */
  readonly lost: number
  /** Trades beyond one for each order, and trades of orders that were refused or never sent. */
  readonly doubled: number
  readonly refused: Readonly<Record<string, number>>
  readonly auditDifferences: number
}

interface TradeRow {
  readonly key: string
  readonly type: string
  readonly shares: number
  readonly price_cents: number
  readonly times: number
}

/** The database must have no trades but those of these orders and of orders that waited. */
export async function judge(db: Db, orders: readonly SentOrder[]): Promise<Verdict> {
  const rows = await db.query<TradeRow>(
    `select key, max(type) as type, max(shares) as shares, max(price_cents) as price_cents, count(*) as times
     from trade where type in ('BUY', 'SELL') and order_id is null group by key`,
  )
  const trades = new Map(rows.map((row) => [row.key, row]))
  const sent = new Map(orders.map((order) => [order.key, order]))
  const acknowledged = orders.filter(({ price }) => price !== null)
  const refused: Record<string, number> = {}
  for (const { refused: why } of orders) if (why !== null) refused[why] = (refused[why] ?? 0) + 1
  let doubled = 0
  for (const { key, times } of rows) {
    const order = sent.get(key)
    doubled += order === undefined || order.refused !== null ? times : times - 1
  }
  const { differences } = await auditPortfolios({
    db,
    onProgress: () => undefined,
    onDifference: async () => undefined,
  })
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((order) => !isSame(order, trades.get(order.key))).length,
    doubled,
    refused,
    auditDifferences: differences,
  }
}

function isSame({ side, quantity, price }: SentOrder, row: TradeRow | undefined): boolean {
  if (row === undefined || price === null) return false
  const shares = side === 'buy' ? quantity : -quantity
  return row.shares === shares && row.price_cents === Math.round(price * 100)
}
