// The portfolio that a call is about, apart from what is held in it.
import { cents, type Cents } from '@tengrand/core/money.ts'

import type { Prepared, Tx } from '../db/handle.ts'
import { AccountGone } from '../http/account-gone.ts'
import type { Caller } from '../http/route.ts'
import { isMeant, meantBy, type MeantPortfolio } from '../ledger/portfolios.ts'

/** What a portfolio is, apart from what is held in it. */
export interface PortfolioHead {
  readonly id: number
  readonly publicId: string
  readonly chapter: number
  readonly startingCash: Cents
  readonly openedAt: number
  /** Null while it is open. */
  readonly closing: Closing | null
  /** Whether the prices of the moment in which it was opened are kept with it. */
  readonly hasOpeningPrices: boolean
  /** Whether a split is known that has not been applied to it. */
  readonly hasNewSplits: boolean
}

interface Closing {
  readonly at: number
  readonly value: Cents
}

export const headColumns = `p.id, p.public_id as "publicId", p.chapter, p.starting_cents as "startingCents",
  p.opened_at as "openedAt", p.closed_at as "closedAt", p.final_cents as "finalCents",
  p.opening_prices is not null as "hasOpeningPrices",
  p.splits_through < (select coalesce(max(id), 0) from split) as "hasNewSplits"`

export const meantValues = ({ accountId, publicId }: MeantPortfolio) =>
  [accountId, publicId] as const

export interface HeadRow {
  readonly id: number
  readonly publicId: string
  readonly chapter: number
  readonly startingCents: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly finalCents: number | null
  readonly hasOpeningPrices: boolean
  readonly hasNewSplits: boolean
}

export function headOf(row: HeadRow): PortfolioHead {
  const { closedAt, finalCents } = row
  return {
    id: row.id,
    publicId: row.publicId,
    chapter: row.chapter,
    startingCash: cents(row.startingCents),
    openedAt: row.openedAt.getTime(),
    closing:
      closedAt === null || finalCents === null
        ? null
        : { at: closedAt.getTime(), value: cents(finalCents) },
    hasOpeningPrices: row.hasOpeningPrices,
    hasNewSplits: row.hasNewSplits,
  }
}

const findStatement: Prepared = {
  name: 'find portfolio',
  text: `select ${headColumns} from portfolio p where ${isMeant('$1', '$2')}`,
}

/** Null where the account has none with that id. */
export async function findPortfolio(tx: Tx, meant: MeantPortfolio): Promise<PortfolioHead | null> {
  const [row] = await tx.query<HeadRow>(findStatement, meantValues(meant))
  return row === undefined ? null : headOf(row)
}

/** Null where the caller has none with that id. Without one it is the open chapter, which everybody has. */
export async function findFor(
  tx: Tx,
  { accountId }: Caller,
  portfolio: string | undefined,
): Promise<PortfolioHead | null> {
  const meant = meantBy(accountId, portfolio)
  const head = meant && (await findPortfolio(tx, meant))
  if (head === null && portfolio === undefined) throw new AccountGone()
  return head
}
