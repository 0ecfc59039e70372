// Deletes what is kept of deleted accounts, when its time is over.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'

import type { Db } from '../db/handle.ts'
import { errorName } from '../error-code.ts'
import { addJob } from '../jobs.ts'
import { forgetDepartures } from './departures.ts'

const everyMs = 600_000

export interface SweepDeps {
  readonly db: Db
  readonly now: () => number
  readonly log: FastifyBaseLogger
}

/** Every node sweeps; what one has thrown away the others do not find. */
export function startDepartureSweep(app: FastifyInstance, { db, now, log }: SweepDeps): void {
  addJob(app, {
    run: () => forgetDepartures(db, now()),
    pauseMs: everyMs,
    delayMs: everyMs,
    onFailure: (error) => log.warn(errorName(error), 'old departures could not be thrown away'),
  })
}
