// Links to choose a new password, in the database.
import { hash } from 'node:crypto'

import type { Tx } from '../../db.ts'
import { endSessionsOf, setPassword, type User } from './store.ts'

export interface NewLink {
  readonly token: string
  readonly userId: string
  readonly expiresAt: Date
}

export async function addLink(db: Tx, { token, userId, expiresAt }: NewLink): Promise<void> {
  await db.query(
    'insert into identity.reset_link (token_hash, user_id, expires_at) values ($1, $2, $3)',
    [hashOf(token), userId, expiresAt],
  )
}

export async function isLinkGood(db: Tx, token: string, at: Date): Promise<boolean> {
  const good = await db.query(
    'select true from identity.reset_link where token_hash = $1 and expires_at > $2',
    [hashOf(token), at],
  )
  return good.length > 0
}

export interface Reset {
  readonly token: string
  /** Hashed. */
  readonly password: string
  readonly at: Date
}

/**
 * Uses the link up: the new password is set, whoever was signed in is not any more, the other links are gone, and the
 * e-mail is known to be the person's own. Null where the link is no longer good.
 */
export async function useLink(
  tx: Tx,
  { token, password, at }: Reset,
): Promise<{ user: User; ended: string[] } | null> {
  const [user] = await tx.query<User>(
    // Two links of one person wait for each other here, and the second finds itself gone.
    `select id, email from identity."user"
     where id = (select user_id from identity.reset_link where token_hash = $1)
     for no key update`,
    [hashOf(token)],
  )
  const used = await tx.query(
    'delete from identity.reset_link where token_hash = $1 and expires_at > $2 returning true',
    [hashOf(token), at],
  )
  if (user === undefined || used.length === 0) return null
  // Before the sessions end: a sign-in with the old password waits here, and then finds it changed.
  await setPassword(tx, { userId: user.id, password, at })
  const ended = await endSessionsOf(tx, user.id)
  await tx.query('delete from identity.reset_link where user_id = $1', [user.id])
  await tx.query(
    'update identity."user" set "emailVerified" = true, "updatedAt" = $2 where id = $1',
    [user.id, at],
  )
  return { user, ended }
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer')
