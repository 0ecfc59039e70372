// Starting over: closes the open chapter at the prices of the moment and opens the next one, in one transaction.
import { startOverRefusal, type StartOverRefusal } from '@tengrand/core/chapter.ts'
import { openContestId } from '@tengrand/core/contest.ts'
import { cents } from '@tengrand/core/money.ts'

import { readDatabaseTime, type Clock } from '../clock.ts'
import type { Db, Tx } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import type { MarketOf } from '../market/markets.ts'
import { quotedPrices } from '../market/store.ts'
import { closeNow, lockOne, type NoPrice } from '../ledger/close.ts'
import type { PortfolioRow } from '../ledger/portfolio-row.ts'
import type { SplitLog } from '../ledger/splits.ts'
import { findPortfolio } from './find.ts'

interface StartOverDeps {
  readonly db: Db
  readonly marketOf: MarketOf
  readonly clock: Pick<Clock, 'decidedAt' | 'shownUntil'>
  readonly log: SplitLog
}

type StartOverOutcome =
  | NonNullable<Awaited<ReturnType<typeof readDone>>>
  | { readonly refusal: StartOverRefusal | { readonly code: 'unavailable' } }
  | NoPrice

/** A key starts over once, whatever the number of requests and nodes. */
export function startOver(
  { db, marketOf, clock, log }: StartOverDeps,
  { accountId, key }: { readonly accountId: number; readonly key: string },
): Promise<StartOverOutcome> {
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
    if (at === null) return { refusal: { code: 'unavailable' } }
    const startedOverAt = await readStartOver(tx, head)
    const refusal = startOverRefusal({ startedOverAt, hasTraded: lastTradeAt > 0 }, at)
    if (refusal !== null) return { refusal }
    const { market } = marketOf(head)
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

/** The result of an earlier request with this key. */
async function readDone(tx: Tx, accountId: number, key: string) {
  const [row] = await tx.query<{
    publicId: string
    chapter: number
    cash: number
    closedId: string
    start: number
    final: number
  }>(
    `select next.public_id as "publicId", next.chapter, next.starting_cents as cash,
       p.public_id as "closedId", p.starting_cents as start, p.final_cents as final
     from portfolio p join portfolio next on next.account_id = p.account_id
       and next.contest_id = p.contest_id and next.chapter = p.chapter + 1
     where p.account_id = $1 and p.closing_key = $2`,
    [accountId, key],
  )
  if (row === undefined) return null
  const { publicId, chapter, cash, closedId, start, final } = row
  const closed = { publicId: closedId, startingCash: cents(start), finalValue: cents(final) }
  return { publicId, chapter, cash: cents(cash), closed }
}
