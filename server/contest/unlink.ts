// What a deleted account leaves on the boards: a row without a name in the latest ranking, so that no other place moves.
import type { Tx } from '../db/handle.ts'

/** A place needs a number of its own in its ranking; those below zero are of no portfolio. */
export async function unlinkPlaces(tx: Tx, portfolioIds: readonly number[]): Promise<void> {
  const [latest] = await tx.query<{ id: number | null }>('select max(id) as id from ranking')
  const values = [portfolioIds, latest?.id ?? 0]
  await tx.query(
    'delete from ranking_place where portfolio_id = any($1::bigint[]) and ranking_id <> $2',
    values,
  )
  await tx.query(
    `update ranking_place set portfolio_id = -rank
     where portfolio_id = any($1::bigint[]) and ranking_id = $2`,
    values,
  )
}
