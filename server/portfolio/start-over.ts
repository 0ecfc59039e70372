// Starting over: closes the open chapter at the prices of the moment and opens the next one, in one transaction.
import { startOverRefusal } from '@tengrand/core/chapter.ts'
import { openContestId } from '@tengrand/core/contest.ts'
import type { Cents } from '@tengrand/core/money.ts'

import { readDatabaseTime } from '../clock.ts'
import type { Tx } from '../db/handle.ts'
import { AccountGone, refused } from '../http/refusals.ts'
import { quotedPrices } from '../market/store.ts'
import { closeNow, lockOne } from '../ledger/close.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import { findPortfolio } from './find.ts'

/** A key starts over once, whatever the number of requests and nodes. */
export function startOver(
  { db, marketOf, clock, log }: ContestEndDeps,
  { accountId, key }: { readonly accountId: number; readonly key: string },
) {
  const shownBefore = clock.shownUntil()
  return db.transaction(async (tx) => {
    // Serializes the requests of an account: one that waited for the lock finds the result of the other.
    await tx.query('select from account where id = $1 for no key update', [accountId])
    const done = await readDone(tx, accountId, key)
    if (done !== null) return done
    const head = await findPortfolio(tx, { accountId, publicId: null })
    if (head === null) throw new AccountGone()
    // From here on, no order of this portfolio is decided; waiting ones will find it closed.
    const locked = await lockOne(tx, head.id)
    const { lastTradeAt } = locked
    const at = clock.decidedAt(await readDatabaseTime(tx), shownBefore)
    if (at === null) return refused('unavailable')
    const startedOverAt = await readStartOver(tx, head)
    const refusal = startOverRefusal({ startedOverAt, hasTraded: lastTradeAt > 0 }, at)
    if (refusal !== null) return { refusal }
    const { market } = await marketOf(head)
    const closed = await closeNow(tx, { market, log, locked, at, key })
    if ('refusal' in closed) return closed
    // The database's clock may be set back a little; the new chapter begins now.
    await tx.query(openStatement, [accountId, head.chapter + 1, new Date(at)])
    const begun = await readDone(tx, accountId, key)
    if (begun === null) throw new Error('A chapter that was just begun is not there.')
    return begun
  })
}

/** When the previous chapter was closed; without one, when an earlier account of the same person was deleted. */
async function readStartOver(tx: Tx, { accountId, openedAt }: PortfolioRow) {
  const [row] = await tx.query<{ hasClosed: boolean; departedAt: Date | null }>(
    `select departed_at as "departedAt", exists (
       select from portfolio
       where account_id = account.id and contest_id = ${openContestId} and closed_at is not null
     ) as "hasClosed" from account where id = $1`,
    [accountId],
  )
  return row?.hasClosed === true ? openedAt : (row?.departedAt?.getTime() ?? null)
}

const openStatement = `
  insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at,
    opening_prices, splits_through, email_verified)
  select account.id, contest.id, $2, starting_cents, starting_cents, $3, ${quotedPrices},
    (select coalesce(max(id), 0) from split), email_verified
  from account, contest where account.id = $1 and contest.id = ${openContestId}`

interface Done {
  readonly publicId: string
  readonly chapter: number
  readonly cash: Cents
  readonly closed: {
    readonly publicId: string
    readonly startingCash: Cents
    readonly finalValue: Cents
  }
}

/** The result of an earlier request with this key. */
async function readDone(tx: Tx, accountId: number, key: string): Promise<Done | null> {
  const [row] = await tx.query<Done>(
    `select next.public_id as "publicId", next.chapter, next.starting_cents as cash, json_build_object(
       'publicId', p.public_id, 'startingCash', p.starting_cents, 'finalValue', p.final_cents
     ) as closed
     from portfolio p join portfolio next on next.account_id = p.account_id
       and next.contest_id = p.contest_id and next.chapter = p.chapter + 1
     where p.account_id = $1 and p.closing_key = $2`,
    [accountId, key],
  )
  return row ?? null
}
