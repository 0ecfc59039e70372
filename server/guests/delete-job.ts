// The job that deletes guests a week after the end of their lesson, and those whose lesson is deleted. It runs on every
// node: each guest is deleted in a transaction of its own, once.
import { dayMs } from '@tengrand/core/day.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import { deleteGuest } from '../account/guest-accounts.ts'
import type { Db } from '../db/handle.ts'
import { AccountGone } from '../http/refusals.ts'
import { guestIssuer } from '../identity/issuers.ts'
import { addJob } from '../jobs.ts'
import type { Metrics } from '../metrics/metrics.ts'

const keptMs = 7 * dayMs
const everyMs = 600_000
const readAtOnce = 500

export interface DeletionDeps {
  readonly db: Db
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly metrics?: Pick<Metrics, 'task'>
}

export function startGuestDeletion(app: FastifyInstance, deps: DeletionDeps): void {
  addJob(app, {
    run: (signal) => deleteGuests(deps, () => signal.aborted),
    pauseMs: everyMs,
    delayMs: everyMs,
    onFailure: (err) => deps.log.warn({ err }, 'guests could not be deleted'),
    onRun: deps.metrics?.task('guests'),
  })
}

/** A guest who cannot be deleted is logged, and does not keep the others. */
export async function deleteGuests({ db, now, log }: DeletionDeps, isEnough = () => false) {
  let after = 0
  for (;;) {
    const due = await readDue(db, now() - keptMs, after)
    for (const { id } of due) {
      if (isEnough()) return
      try {
        await db.transaction((tx) => deleteGuest(tx, id))
      } catch (err) {
        // Another node was first, or the guest has become an account.
        if (!(err instanceof AccountGone)) log.warn({ err }, 'a guest could not be deleted')
      }
    }
    const last = due.at(-1)
    if (last === undefined || due.length < readAtOnce) return
    after = last.id
  }
}

/** A lesson that is over has its final board, which keeps the ranks. */
const readDue = (db: Db, endedBefore: number, after: number): Promise<{ id: number }[]> =>
  db.query(
    `select a.id from account a
       left join membership m on m.account_id = a.id left join contest c on c.id = m.contest_id
     where a.issuer = $1 and a.id > $3
       and (m.account_id is null or (c.settled_at is not null and c.ends_at <= $2))
     order by a.id limit ${readAtOnce}`,
    [guestIssuer, new Date(endedBefore), after],
  )
