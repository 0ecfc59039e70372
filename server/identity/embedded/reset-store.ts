// Links to choose a new password, in the database.
import { hash } from 'node:crypto'

import type { Tx } from '../../db.ts'
import type { Credentials } from './store.ts'

export async function addLink(
  db: Tx,
  { token, personId, expiresAt }: { token: string; personId: string; expiresAt: Date },
): Promise<void> {
  await db.query(
    'insert into identity.reset_link (token_hash, person_id, expires_at) values ($1, $2, $3)',
    [hashOf(token), personId, expiresAt],
  )
}

export async function isLinkGood(db: Tx, token: string, at: Date): Promise<boolean> {
  const good = await db.query(
    'select true from identity.reset_link where token_hash = $1 and expires_at > $2',
    [hashOf(token), at],
  )
  return good.length > 0
}

/**
 * Uses the link up: the new password, hashed, is set, the other links are gone, and the e-mail is known to be the person's own.
 * Where it was not known before, a Google account with the same e-mail may be another's, and opens nothing any more.
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
  await tx.query('delete from identity.reset_link where person_id = $1', [person.id])
  const [changed] = await tx.query<Credentials>(
    `update identity.person
     set password = $2, is_email_proven = true,
       google_subject = case when is_email_proven then google_subject end
     where id = $1 returning id, email, password`,
    [person.id, password],
  )
  return changed ?? null
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
