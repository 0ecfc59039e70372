// Throws away what no longer counts.
import type { FastifyBaseLogger } from 'fastify'

import type { Tx } from '../../db.ts'
import { knownForMs } from './known-keys.ts'
import { nameOf } from './trouble.ts'

export interface SweepDoors {
  readonly db: Tx
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

const everyMs = 600_000

/** Every node sweeps; what one has thrown away the others do not find. */
export function startSweeping(doors: SweepDoors): () => void {
  const timer = setInterval(() => {
    sweep(doors).catch((error: unknown) => {
      doors.log.warn(nameOf(error), 'what has expired could not be thrown away')
    })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}

export async function sweep({ db, now }: Omit<SweepDoors, 'log'>): Promise<void> {
  const at = new Date(now())
  await db.query('delete from identity.session where "expiresAt" < $1', [at])
  await db.query('delete from identity.reset_link where expires_at < $1', [at])
  await db.query('delete from identity.verification where "expiresAt" < $1', [at])
  await db.query('delete from identity.throttle where until < $1', [at])
  // The newest stays, even when it has expired: it tells a start that the secret is still the same.
  await db.query(
    `delete from identity.signing_key
     where expires_at < $1 and expires_at < (select max(expires_at) from identity.signing_key)`,
    [new Date(at.getTime() - knownForMs)],
  )
}
