// The links of password resets, in the database.
import { hash } from 'node:crypto'

import type { Tx } from '../../db/handle.ts'
import type { Credentials, Person } from './store.ts'

export const linkMinutes = 60
/** With this many valid links, the next is created only when the newest is older than `newLinkMinutes`. */
const linksMax = 5
const newLinkMinutes = 10

interface NewLink {
  readonly token: string
  readonly person: Person
  readonly at: Date
  /** The message with the earlier link could not be sent, so that link does not count. */
  readonly isRetry: boolean
}

/**
 * False where there are enough valid links, or where the email has changed meanwhile. Counts the links themselves: a new
 * password or another email deletes them, and the next reset is then sent at once.
 */
export async function addLink(db: Tx, { token, person, at, isRetry }: NewLink): Promise<boolean> {
  const expiresAt = plusMinutes(at, linkMinutes)
  // A link that expires later was created in the last ten minutes.
  const newLinksEndAt = plusMinutes(at, linkMinutes - newLinkMinutes)
  const added = await db.query(
    // The lock waits for a concurrent change of the email, and rechecks the row.
    `with owner as (
       select id from identity.person where id = $2 and email = $3 for key share
     )
     insert into identity.reset_link (token_hash, person_id, expires_at)
     select $1, id, $4 from owner
     where $5
       or (select count(*) from identity.reset_link where person_id = $2 and expires_at > $6) < $7
       or not exists (select from identity.reset_link where person_id = $2 and expires_at > $8)
     returning true`,
    [hashOf(token), person.id, person.email, expiresAt, isRetry, at, linksMax, newLinksEndAt],
  )
  return added.length > 0
}

const plusMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/** The email of the owner; null where the link is invalid. */
export async function ownerOfLink(db: Tx, token: string, at: Date): Promise<string | null> {
  const [owner] = await db.query<{ email: string }>(
    `select email from identity.reset_link join identity.person on id = person_id
     where token_hash = $1 and expires_at > $2`,
    [hashOf(token), at],
  )
  return owner?.email ?? null
}

/**
 * Deletes the link, and all others of the person, and sets the new password hash. The link proves the email. Where it was not
 * proven before, a linked Google account may be a stranger's and is unlinked. Null where the link is invalid.
 */
export async function useLink(
  tx: Tx,
  { token, password, at }: { token: string; password: string; at: Date },
): Promise<Credentials | null> {
  const [person] = await tx.query<{ id: string }>(
    // Serializes two links of one person: the second transaction finds its link deleted.
    `select id from identity.person
     where id = (select person_id from identity.reset_link where token_hash = $1)
     for no key update`,
    [hashOf(token)],
  )
  const used = await tx.query(
    'delete from identity.reset_link where token_hash = $1 and expires_at > $2 returning true',
    [hashOf(token), at],
  )
  if (person === undefined || used.length === 0) return null
  await endLinksOf(tx, person.id)
  const [changed] = await tx.query<Credentials>(
    `update identity.person
     set password = $2, is_email_proven = true,
       google_subject = case when is_email_proven then google_subject end
     where id = $1 returning id, email, password`,
    [person.id, password],
  )
  return changed ?? null
}

/** After a new password: neither an older link nor a change of the email by a thief may open the account. */
export async function endLinksOf(tx: Tx, personId: string): Promise<void> {
  await tx.query('delete from identity.reset_link where person_id = $1', [personId])
  await tx.query("delete from identity.email_link where person_id = $1 and purpose = 'change'", [
    personId,
  ])
}

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
