// Links to choose a new password, in the database.
import { hash } from 'node:crypto'

import type { Tx } from '../../db/handle.ts'
import type { Credentials, Person } from './store.ts'

export const linkMinutes = 60
/** So many messages with links may lie in a mailbox before one has to be this old for the next to be sent. */
const linksMax = 5
const newLinkMinutes = 10

interface NewLink {
  readonly token: string
  readonly person: Person
  readonly at: Date
  /** The message with an earlier link could not be sent, so that the owner has no use of that one. */
  readonly isRetry: boolean
}

/**
 * False where the mailbox has enough links, and where the email has been changed meanwhile, so that the mailbox is no
 * longer the person's. The links themselves are counted: each new one lies in the mailbox and still works, and where
 * a new password or another email has ended them all, the next is sent at once.
 */
export async function addLink(db: Tx, { token, person, at, isRetry }: NewLink): Promise<boolean> {
  const added = await db.query(
    // The lock makes this wait for a change of the email, and then look again.
    `with owner as (
       select id from identity.person where id = $2 and email = $3 for key share
     )
     insert into identity.reset_link (token_hash, person_id, expires_at)
     select $1, id, $4 from owner
     where $5
       or (select count(*) from identity.reset_link where person_id = $2 and expires_at > $6) < $7
       or not exists (select from identity.reset_link where person_id = $2 and expires_at > $8)
     returning true`,
    [
      hashOf(token),
      person.id,
      person.email,
      plusMinutes(at, linkMinutes),
      isRetry,
      at,
      linksMax,
      newLinkEnd(at),
    ],
  )
  return added.length > 0
}

/** A link that works for longer than until then was sent in the last ten minutes. */
const newLinkEnd = (at: Date): Date => plusMinutes(at, linkMinutes - newLinkMinutes)

const plusMinutes = (at: Date, minutes: number): Date => new Date(at.getTime() + minutes * 60_000)

/** The email of whom a good link belongs to; null where it is no longer good. */
export async function ownerOfLink(db: Tx, token: string, at: Date): Promise<string | null> {
  const [owner] = await db.query<{ email: string }>(
    `select email from identity.reset_link join identity.person on id = person_id
     where token_hash = $1 and expires_at > $2`,
    [hashOf(token), at],
  )
  return owner?.email ?? null
}

/**
 * Uses the link up: the new password, hashed, is set, the other links are gone, also the one to another email, and this
 * email is known to be the person's own.
 * Where it was not known before, a Google account with the same email may be another's, and opens nothing any more.
 * Null where the link is no longer good.
 */
export async function useLink(
  tx: Tx,
  { token, password, at }: { token: string; password: string; at: Date },
): Promise<Credentials | null> {
  const [person] = await tx.query<{ id: string }>(
    // Two links of one person wait for each other here, and the second finds itself gone.
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

/** With a new password: neither an older message nor an email that somebody else has chosen opens the account. */
export async function endLinksOf(tx: Tx, personId: string): Promise<void> {
  await tx.query('delete from identity.reset_link where person_id = $1', [personId])
  await tx.query("delete from identity.email_link where person_id = $1 and purpose = 'change'", [
    personId,
  ])
}

export const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
