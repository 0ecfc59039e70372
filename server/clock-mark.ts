// Stores the instant up to which prices may have been shown, so that a clock that was set back between two runs is
// detected. While nodes run, the mark lags behind them; after the clean end of the last one it is exact.
import { randomUUID } from 'node:crypto'

import type { Db, Tx } from './db/handle.ts'

/** The mark is written this often, and can be this far behind the shown prices: a busy database has two seconds to write it. */
export const markEveryMs = 1_000
export const markMayLagMs = 3_000
/** Without a mark for so long, no node ran, or the database did not. */
const outageFromMs = 10_000
/** A node that has not been seen for so long was killed. */
const deadAfter = "interval '1 minute'"

interface MarkRow {
  readonly at: Date | null
  readonly isExact: boolean
}

/** Called with the last instant that may have been shown before an outage, while the mark is locked. */
export type OnOutage = (tx: Tx, shownUntil: number) => Promise<void>

/** Reads the mark and enters this node. */
export async function openClockMark(db: Db, onOutage: OnOutage) {
  const id = randomUUID()
  const found = await db.transaction(async (tx) => {
    const [row] = await lockMark(tx)
    await tx.query(`delete from node where seen_at < clock_timestamp() - ${deadAfter}`)
    await tx.query('insert into node (id, seen_at) values ($1, clock_timestamp())', [id])
    await tx.query('update installation set clock_exact_at = null where clock_exact_at is not null')
    return row
  })
  let lagMs = found?.isExact === true ? 0 : markMayLagMs
  return {
    /** The instant up to which the runs before may have shown prices. */
    shownUntil: found?.at ? found.at.getTime() + lagMs : 0,
    /** The other nodes may write it as well: one row, at most twice a second. */
    write: async (): Promise<void> => {
      const [mark] = await db.query<{ isOutage: boolean }>(writing, [id])
      if (mark?.isOutage === true) await db.transaction((tx) => writeAfter(tx, lagMs, onOutage))
      lagMs = markMayLagMs
    },
    /** At the clean end of this node, after its last price was shown. */
    leave: (shownUntil: number): Promise<void> => db.transaction((tx) => leave(tx, id, shownUntil)),
  }
}

/** The lock puts starts and ends of nodes in a row. An older version writes one of the two columns only. */
const lockMark = (tx: Tx): Promise<MarkRow[]> =>
  tx.query(
    `select clock_seen_at as at, clock_exact_at is not distinct from clock_seen_at as "isExact"
     from installation for update`,
  )

const isOutage = `clock_seen_at < clock_timestamp() - interval '${outageFromMs} ms'`

const writing = `
  with alive as (
    insert into node (id, seen_at) values ($1, clock_timestamp())
    on conflict (id) do update set seen_at = excluded.seen_at
  )
  , written as (
    update installation set clock_seen_at = clock_timestamp()
    where clock_seen_at is null
      or clock_seen_at < clock_timestamp() - interval '500 ms' and not ${isOutage}
  )
  select ${isOutage} as "isOutage" from installation`

/** Another node may have been first. The lock comes before those of the lessons, which nobody takes the other way round. */
async function writeAfter(tx: Tx, lagMs: number, onOutage: OnOutage): Promise<void> {
  const [mark] = await lockMark(tx)
  const [outage] = await tx.query(`select from installation where ${isOutage}`)
  if (outage === undefined || !mark?.at) return
  await onOutage(tx, mark.at.getTime() + lagMs)
  await tx.query('update installation set clock_seen_at = clock_timestamp()')
}

/** Not exact where the database's clock was set back a moment ago, behind what this node has shown. */
async function leave(tx: Tx, id: string, shownUntil: number): Promise<void> {
  await lockMark(tx)
  await tx.query('delete from node where id = $1', [id])
  await tx.query(
    'update installation set clock_seen_at = greatest(clock_seen_at, to_timestamp($1::float8 / 1000))',
    [shownUntil],
  )
  await tx.query(
    `update installation set clock_seen_at = at, clock_exact_at = at
     from (select clock_timestamp() as at) as present
     where clock_seen_at <= at
       and not exists (select from node where seen_at >= at - ${deadAfter})`,
  )
}
