// Deletes expired sessions, links, states and throttles.
import { errorName } from '../errors.ts'
import { startJob, type Job } from '../jobs.ts'
import type { IdentityDeps } from './identity.ts'

const everyMs = 600_000

/** Every node sweeps; what one has thrown away the others do not find. */
export const startSweeping = (deps: Pick<IdentityDeps, 'db' | 'now' | 'log' | 'metrics'>): Job =>
  startJob({
    run: () => sweep(deps),
    pauseMs: everyMs,
    delayMs: everyMs,
    onFailure: (error) =>
      deps.log.warn(errorName(error), 'what has expired could not be thrown away'),
    onRun: deps.metrics?.task('sweep'),
  })

export async function sweep({ db, now }: Pick<IdentityDeps, 'db' | 'now'>): Promise<void> {
  const at = new Date(now())
  await db.query('delete from identity.session where expires_at < $1', [at])
  await db.query('delete from identity.reset_link where expires_at < $1', [at])
  await db.query('delete from identity.email_link where expires_at < $1', [at])
  await db.query('delete from identity.used_state where until < $1', [at])
  await db.query('delete from identity.throttle where until < $1', [at])
}
