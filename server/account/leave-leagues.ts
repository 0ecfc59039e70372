// Takes an account out of its leagues when it is deleted. Leagues that it owned run to their end without an owner.
import type { Tx } from '../db/handle.ts'
import { deleteContests } from '../leagues/store.ts'
import { endLastingPause } from '../lessons/clock.ts'

/**
 * In the order of ids, before any portfolio. Until the transaction ends, members stay and no final board is stored.
 * Returns their ids.
 */
export async function lockLeaguesOf(tx: Tx, accountId: number): Promise<number[]> {
  const locked = await tx.query<{ id: number }>(
    `select id from contest where id in (
       select contest_id from membership where account_id = $1 union select id from contest where owner_id = $1
     ) order by id for no key update`,
    [accountId],
  )
  return locked.map(({ id }) => id)
}

/** A final board keeps the row, with its rank, but not whose it is. The leagues must be locked. */
export async function leaveLeagues(tx: Tx, accountId: number): Promise<void> {
  await tx.query('update final_place set account_id = null where account_id = $1', [accountId])
  await tx.query('delete from membership where account_id = $1', [accountId])
}

/** After its portfolios are deleted. Deletes the names for the organiser, and leagues without owner and portfolios. */
export async function giveUpLeagues(tx: Tx, accountId: number, leagueIds: readonly number[]) {
  await tx.query(
    `update membership set organiser_name = null from contest
     where contest.id = contest_id and owner_id = $1 and organiser_name is not null`,
    [accountId],
  )
  const owned = await tx.query<{ id: number; kind: string }>(
    'update contest set owner_id = null where owner_id = $1 returning id, kind',
    [accountId],
  )
  const lessons = owned.filter(({ kind }) => kind === 'lesson').toSorted((a, b) => a.id - b.id)
  for (const { id } of lessons) await endLastingPause(tx, id)
  const empty = await tx.query<{ id: number }>(
    `select id from contest c where id = any($1::integer[]) and owner_id is null
       and not exists (select from portfolio where contest_id = c.id)`,
    [leagueIds],
  )
  const ids = empty.map(({ id }) => id)
  await deleteContests(tx, ids)
}
