// The waitlist in the database: each email once, in the order in which they came.
import type { Tx } from '../db/handle.ts'

/** The same work and the same silence for an email that is there already. */
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

export interface Waiting {
  readonly email: string
  readonly joinedAt: Date
}

const peoplePerPage = 1_000

/** A page at a time, however many there are. */
export async function* readWaitlist(db: Tx, most = peoplePerPage): AsyncGenerator<Waiting[]> {
  let last: Waiting | undefined = { email: '', joinedAt: new Date(0) }
  while (last !== undefined) {
    const page: Waiting[] = await db.query<Waiting>(
      `select email, joined_at as "joinedAt" from waitlist
       where (joined_at, email) > ($1, $2) order by joined_at, email limit $3`,
      [last.joinedAt, last.email, most],
    )
    if (page.length > 0) yield page
    last = page.length < most ? undefined : page.at(-1)
  }
}
