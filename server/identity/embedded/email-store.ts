// The links that confirm an email, in the database.
import type { Tx } from '../../db/handle.ts'
import { hashOf } from './reset-store.ts'
import type { Credentials } from './store.ts'

type Purpose = 'confirm' | 'change'

export interface EmailLink {
  readonly personId: string
  readonly purpose: Purpose
  readonly email: string
  /** Set for a change of the email: the session that requested it, which is not ended. */
  readonly sessionId?: string
  readonly expiresAt: Date
}

export const linkHours = 24
export const linkEndsAt = (now: number): Date => new Date(now + linkHours * 3_600_000)

/** Replaces an earlier link for the same purpose. Has no token until the message is written. */
export async function addEmailLink(
  tx: Tx,
  { personId, purpose, email, sessionId, expiresAt }: EmailLink,
): Promise<void> {
  await tx.query(
    `insert into identity.email_link (person_id, purpose, email, session_id, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (person_id, purpose) do update
       set email = excluded.email, session_id = excluded.session_id,
         expires_at = excluded.expires_at, token_hash = null`,
    [personId, purpose, email, sessionId ?? null, expiresAt],
  )
}

interface NewLink extends Pick<EmailLink, 'personId' | 'purpose' | 'expiresAt'> {
  /** The recipient; null where the outbox has not stored it. */
  readonly email: string | null
  readonly token: string
}

/** Sets the token and returns the email. Null where there is no such link, or where its email has changed. */
export async function armLink(
  db: Tx,
  { personId, purpose, email, token, expiresAt }: NewLink,
): Promise<string | null> {
  const [armed] = await db.query<{ email: string }>(
    `update identity.email_link set token_hash = $3, expires_at = $4
     where person_id = $1 and purpose = $2 and ($5::text is null or email = $5) returning email`,
    [personId, purpose, hashOf(token), expiresAt, email],
  )
  return armed?.email ?? null
}

export async function pendingEmailOf(db: Tx, personId: string, at: Date): Promise<string | null> {
  const [pending] = await db.query<{ email: string }>(
    `select email from identity.email_link
     where person_id = $1 and purpose = 'change' and expires_at > $2`,
    [personId, at],
  )
  return pending?.email ?? null
}

interface UsedLink {
  readonly personId: string
  readonly purpose: Purpose
  readonly email: string
  readonly sessionId: string | null
}

/** Deletes the link. Locks its person first, which serializes the links of one person. Null where it is invalid. */
export async function useEmailLink(
  tx: Tx,
  { token, at }: { token: string; at: Date },
): Promise<UsedLink | null> {
  await tx.query(
    `select true from identity.person
     where id = (select person_id from identity.email_link where token_hash = $1) for update`,
    [hashOf(token)],
  )
  const [used] = await tx.query<UsedLink>(
    `delete from identity.email_link where token_hash = $1 and expires_at > $2
     returning person_id as "personId", purpose, email, session_id as "sessionId"`,
    [hashOf(token), at],
  )
  return used ?? null
}

/**
 * Null where another person has the email. Links to the old one stop working. The new one is not proven enough to link a
 * Google account: its owner may have opened the link of a stranger.
 */
export async function replaceEmail(
  tx: Tx,
  { personId, email }: Pick<UsedLink, 'personId' | 'email'>,
): Promise<Credentials | null> {
  const [changed] = await tx.query<Credentials>(
    `update identity.person set email = $2, is_email_proven = false
     where id = $1 and not exists (select from identity.person where email = $2)
     returning id, email, password`,
    [personId, email],
  )
  if (changed === undefined) return null
  await tx.query('delete from identity.reset_link where person_id = $1', [personId])
  await tx.query('delete from identity.email_link where person_id = $1', [personId])
  return changed
}
