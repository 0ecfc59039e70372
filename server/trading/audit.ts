// Recomputes accounts from their trades and compares; by cursors, so that it needs the same memory for any number of them.
import { nothing } from '@tengrand/core/ledger.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Db, Tx } from '../db/handle.ts'
import { oldestFirst, uncheckedColumns, type UncheckedRow } from './entries.ts'
import { createFold, differences, type Folded, type Kept } from './fold.ts'

export interface Difference {
  readonly accountId: number
  readonly publicId: string
  /** What is wrong, in words. */
  readonly sentences: readonly string[]
  /** Whether a rebuild from the trades mends it; not when the trades themselves do not fit. */
  readonly canBeMended: boolean
}

export interface AuditDeps {
  /** Without limits of time. */
  readonly db: Db
  /** Told now and then how far it is. */
  readonly onProgress: (done: Progress) => void
  /** Waited for, where it takes a while. */
  readonly onDifference: (difference: Difference) => unknown
  /** Ends it in the middle, with an error. */
  readonly signal?: AbortSignal | undefined
}

interface Progress {
  readonly accounts: number
  readonly trades: number
}

export interface Audited extends Progress {
  readonly differences: number
}

/** As of one moment, also while the product is trading. */
export function auditAccounts(deps: AuditDeps): Promise<Audited> {
  const { onProgress, onDifference } = deps
  return untilAborted(deps, 'isolation level repeatable read, read only', async (tx) => {
    const counts = { accounts: 0, trades: 0, differences: 0 }
    const noteRow = (): void => {
      if ((counts.accounts + counts.trades) % rowsPerNews === 0) onProgress({ ...counts })
    }
    const entries = rowsOf<UncheckedRow>(tx, 'entries', entriesStatement)
    let next = await entries.next()
    for await (const kept of rowsOf<KeptAccount>(tx, 'kept', keptStatement)) {
      const fold = createFold()
      while (next.done !== true && next.value.accountId === kept.id) {
        fold.add(next.value)
        counts.trades += 1
        noteRow()
        next = await entries.next()
      }
      counts.accounts += 1
      noteRow()
      const found = differenceOf(fold.result(), kept)
      if (found === null) continue
      counts.differences += 1
      await onDifference(found)
    }
    return counts
  })
}

/** A statement may take minutes; it is ended as well. */
function untilAborted<T>(
  { db, signal = new AbortController().signal }: Pick<AuditDeps, 'db' | 'signal'>,
  manner: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const query: Tx['query'] = (statement, values) => {
      signal.throwIfAborted()
      return tx.query(statement, values)
    }
    await query(`set transaction ${manner}`)
    const [session] = await query<{ pid: number }>('select pg_backend_pid() as pid')
    const cancel = (): void =>
      void db.query('select pg_cancel_backend($1)', [session?.pid]).catch(() => undefined)
    signal.addEventListener('abort', cancel)
    try {
      return await work({ query })
    } finally {
      signal.removeEventListener('abort', cancel)
    }
  })
}

const rowsPerNews = 10_000
const rowsAtOnce = 2_000

/** Numbers are text here, since one that is too large shall be told of and not end the audit. */
const keptStatement = `
  select id, public_id as "publicId", cash_cents::text as cash,
    (extract(epoch from first_trade_at) * 1000)::float8 as "firstTradeAt",
    (extract(epoch from last_trade_at) * 1000)::float8 as "lastTradeAt",
    (select json_agg(json_build_array(ticker_id, quantity::text, cost_cents::text) order by ticker_id)
     from position where account_id = account.id and quantity > 0) as positions
  from account order by id`

const entriesStatement = `
  select ${uncheckedColumns} from trade order by account_id, ${oldestFirst}`

async function* rowsOf<Row>(tx: Tx, name: string, statement: string): AsyncGenerator<Row> {
  await tx.query(`declare ${name} no scroll cursor for ${statement}`)
  for (;;) {
    const rows = await tx.query<Row>(`fetch ${rowsAtOnce} from ${name}`)
    yield* rows
    if (rows.length < rowsAtOnce) return
  }
}

interface KeptAccount extends Kept {
  readonly id: number
  readonly publicId: string
}

function differenceOf(
  folded: Folded | { readonly broken: string },
  kept: KeptAccount,
): Difference | null {
  const canBeMended = !('broken' in folded)
  const sentences = canBeMended ? differences(folded, kept) : [folded.broken]
  if (sentences.length === 0) return null
  return { accountId: kept.id, publicId: kept.publicId, sentences, canBeMended }
}

/** Folds an account anew as it is now, which may be later than the audit. False where its trades do not fit. */
export function rebuildAccount(db: Db, accountId: number, signal?: AbortSignal): Promise<boolean> {
  return untilAborted({ db, signal }, 'isolation level read committed', async (tx) => {
    // Without a look at what is kept, which may be more than can be counted.
    await tx.query('select from account where id = $1 for update', [accountId])
    const fold = createFold()
    const statement = `
      select ${uncheckedColumns} from trade where account_id = ${accountId} order by ${oldestFirst}`
    for await (const row of rowsOf<UncheckedRow>(tx, 'entries', statement)) fold.add(row)
    const folded = fold.result()
    if ('broken' in folded) return false
    await write(tx, accountId, folded)
    return true
  })
}

/** Of every stock, so that a position without trades becomes an empty one; stocks that were never traded get no row. */
async function write(tx: Tx, accountId: number, folded: Folded): Promise<void> {
  const positions = tickers.map((ticker) => folded.positions.get(ticker) ?? nothing)
  await tx.query(
    `with folded as (
       select ticker_id, quantity, cost_cents
       from unnest($2::bigint[], $3::bigint[]) with ordinality as f (quantity, cost_cents, ticker_id)
     ), written as (
       insert into position (account_id, ticker_id, quantity, cost_cents)
       select $1, ticker_id, quantity, cost_cents from folded
       where quantity > 0 or exists (
         select from position p where p.account_id = $1 and p.ticker_id = folded.ticker_id)
       on conflict (account_id, ticker_id)
       do update set quantity = excluded.quantity, cost_cents = excluded.cost_cents
     )
     update account set cash_cents = $4, first_trade_at = $5, last_trade_at = $6 where id = $1`,
    [
      accountId,
      positions.map(({ quantity }) => quantity),
      positions.map(({ cost }) => cost),
      folded.cash,
      folded.firstTradeAt,
      folded.lastTradeAt,
    ],
  )
}
