// The waitlist in the database: each email once, with the time of its first request.
import type { Tx } from '../db/handle.ts'

/** Does the same work for a known email, so that the time reveals nothing. */
export async function joinWaitlist(db: Tx, email: string, at: number): Promise<void> {
  await db.query(
    `insert into waitlist (email, joined_at, asked_at) values ($1, $2, $2)
     on conflict (email) do update set asked_at = excluded.asked_at`,
    [email, new Date(at)],
  )
}

export async function leaveWaitlist(tx: Tx, emails: readonly string[]): Promise<void> {
  await tx.query('delete from waitlist where email = any($1::text[])', [emails])
}

export interface WaitlistEntry {
  readonly email: string
  readonly joinedAt: Date
}

const pageSize = 1_000

/** Yields one page at a time. */
export async function* readWaitlist(db: Tx, most = pageSize): AsyncGenerator<WaitlistEntry[]> {
  let last: WaitlistEntry | undefined = { email: '', joinedAt: new Date(0) }
  while (last !== undefined) {
    const page: WaitlistEntry[] = await db.query<WaitlistEntry>(
      `select email, joined_at as "joinedAt" from waitlist
       where (joined_at, email) > ($1, $2) order by joined_at, email limit $3`,
      [last.joinedAt, last.email, most],
    )
    if (page.length > 0) yield page
    last = page.length < most ? undefined : page.at(-1)
  }
}
