// The one-time codes that let guests back in who lost their cookie: the organiser shows one as a QR code.
import { createHash, randomBytes } from 'node:crypto'

import { findGuest } from '../account/guest-accounts.ts'
import type { Tx } from '../db/handle.ts'
import { refused } from '../http/refusals.ts'

const passMs = 300_000

const hashOf = (pass: string): Buffer => createHash('sha256').update(pass).digest()

/** The one before stops working. */
export async function makePass(tx: Tx, accountId: number, now: number) {
  const pass = randomBytes(18).toString('base64url')
  const expiresAt = new Date(now + passMs)
  // Without those of other lessons that are just used or deleted: it would wait for locks of theirs.
  await tx.query(
    `delete from guest_pass where hash in (
       select hash from guest_pass where expires_at <= $1 for update skip locked
     )`,
    [new Date(now)],
  )
  await tx.query(
    `insert into guest_pass (hash, account_id, expires_at) values ($1, $2, $3)
     on conflict (account_id) do update set hash = excluded.hash, expires_at = excluded.expires_at`,
    [hashOf(pass), accountId, expiresAt],
  )
  return { pass, expires_at: expiresAt.toISOString() }
}

/** The guest whose pass it is. */
export async function findByPass(tx: Tx, pass: string, now: number) {
  const [found] = await tx.query<{ accountId: number }>(
    'select account_id as "accountId" from guest_pass where hash = $1 and expires_at > $2',
    [hashOf(pass), new Date(now)],
  )
  const guest = found === undefined ? null : await findGuest(tx, found.accountId)
  return guest === null || guest.isRemoved ? refused('expired_pass') : guest
}

/** False if another request has used it meanwhile: it works once. */
export async function usePass(tx: Tx, pass: string): Promise<boolean> {
  const used = await tx.query('delete from guest_pass where hash = $1 returning true', [
    hashOf(pass),
  ])
  return used.length > 0
}
