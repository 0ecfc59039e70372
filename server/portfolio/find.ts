// Which portfolio a call is about: one that it names, or the open chapter in the open contest.
import { openContestId } from '@tengrand/core/contest.ts'
import { cents, type Cents } from '@tengrand/core/money.ts'

import type { Tx } from '../db/handle.ts'
import { parseUuid } from '../uuid.ts'

/** A portfolio of this account: the one with the public id, or without one the open chapter in the open contest. */
export interface Which {
  readonly accountId: number
  readonly publicId: string | null
}

/** What a portfolio is, apart from what is held in it. */
export interface PortfolioHead {
  readonly id: number
  readonly publicId: string
  readonly chapter: number
  readonly startingCash: Cents
  readonly openedAt: number
  /** Null while it is open. */
  readonly closing: Closing | null
  /** Whether a split is known that has not been applied to it. */
  readonly hasNewSplits: boolean
}

interface Closing {
  readonly at: number
  readonly value: Cents
}

export const headColumns = `p.id, p.public_id as "publicId", p.chapter, p.starting_cents as "startingCents",
  p.opened_at as "openedAt", p.closed_at as "closedAt", p.final_cents as "finalCents",
  p.splits_through < (select coalesce(max(id), 0) from split) as "hasNewSplits"`

/** Of the account $1, by the public id $2, which may be null. */
export const whichPortfolio = `p.account_id = $1 and case when $2::uuid is null
  then p.contest_id = ${openContestId} and p.closed_at is null else p.public_id = $2 end`

export const whichValues = ({ accountId, publicId }: Which) => [accountId, publicId] as const

export interface HeadRow {
  readonly id: number
  readonly publicId: string
  readonly chapter: number
  readonly startingCents: number
  readonly openedAt: Date
  readonly closedAt: Date | null
  readonly finalCents: number | null
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
    hasNewSplits: row.hasNewSplits,
  }
}

/** Null where the account has none with that id. */
export async function findPortfolio(tx: Tx, which: Which): Promise<PortfolioHead | null> {
  const [row] = await tx.query<HeadRow>(
    `select ${headColumns} from portfolio p where ${whichPortfolio}`,
    whichValues(which),
  )
  return row === undefined ? null : headOf(row)
}

/** By what a call says; null where nobody can have a portfolio of that name. */
export function whichOf(accountId: number, portfolio: string | undefined): Which | null {
  const publicId = portfolio === undefined ? null : parseUuid(portfolio)
  return portfolio !== undefined && publicId === null ? null : { accountId, publicId }
}
