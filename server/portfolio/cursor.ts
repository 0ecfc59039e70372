// Where a page of transactions ended, as the API tells it: by an instant, and by how many lines of that instant are older.
// The number of a row would tell how many trades there are, of all people.
import type { Tx } from '../db/handle.ts'
import type { Cursor } from './transactions.ts'

/** Lines are written one after the other, so that of one instant the older ones stay as many as they are. */
interface TextCursor {
  readonly at: number
  readonly older: number
}

/** The digits are limited to years that PostgreSQL and the calendar both know. */
export function parseCursor(text: string): TextCursor | null {
  const parts = /^(\d{1,14})\.(\d{1,15})$/.exec(text)
  return parts === null ? null : { at: Number(parts[1]), older: Number(parts[2]) }
}

export async function findCursor(
  tx: Tx,
  portfolioId: number,
  { at, older }: TextCursor,
): Promise<Cursor> {
  const [line] = await tx.query<{ id: number }>(
    'select id from trade where portfolio_id = $1 and at = $2 order by id offset $3 limit 1',
    [portfolioId, new Date(at), older],
  )
  return { at, id: line?.id ?? null }
}

export async function writeCursor(
  tx: Tx,
  portfolioId: number,
  { at, id }: Cursor,
): Promise<string> {
  const [row] = await tx.query<{ older: number }>(
    'select count(*) as older from trade where portfolio_id = $1 and at = $2 and id < $3',
    [portfolioId, new Date(at), id],
  )
  return `${at}.${row?.older ?? 0}`
}
