// Resets beyond the limit of an address. A neighbour on the owner's network can use that limit up, so that it must refuse
// no one: these requests wait in memory for a moment, and one query finds those that name an account.
import type { FastifyBaseLogger } from 'fastify'

import type { Tx } from '../../db/handle.ts'
import { errorName } from '../../errors.ts'
import { startJob } from '../../jobs.ts'
import type { AddMessage } from '../../mail/outbox.ts'
import { knownEmails } from './store.ts'

interface ResetBacklog {
  /** Looks nothing up before the answer, as the way within the limit does. False when too many are waiting. */
  readonly add: (email: string) => boolean
  /** Hands over what is waiting. */
  readonly close: () => Promise<void>
}

export interface BacklogDeps {
  readonly db: Tx
  readonly log: Pick<FastifyBaseLogger, 'warn'>
  readonly addMessage: AddMessage
}

const waitingMax = 10_000
const handOverWithinMs = 250
const pauseMs = 60_000

export function openResetBacklog({ db, log, addMessage }: BacklogDeps): ResetBacklog {
  const waiting = new Set<string>()

  /** A flood of made-up emails ends here: it costs one query, and the table of messages does not grow. */
  async function handOver(): Promise<void> {
    const emails = [...waiting]
    if (emails.length === 0) return
    for (const email of await knownEmails(db, emails)) {
      if (!(await addMessage(email))) return
      waiting.delete(email)
    }
    for (const email of emails) waiting.delete(email)
  }

  const job = startJob({
    run: handOver,
    pauseMs,
    delayMs: pauseMs,
    pauseAfterFailureMs: 5_000,
    onFailure: (error) => log.warn(errorName(error), 'resets that wait cannot be handed over'),
  })
  return {
    add: (email) => {
      if (waiting.size >= waitingMax && !waiting.has(email)) return false
      waiting.add(email)
      job.runWithin(handOverWithinMs)
      return true
    },
    close: async () => {
      await job.stop()
      await handOver().catch((error: unknown) =>
        log.warn(errorName(error), 'resets that were waiting are lost'),
      )
    },
  }
}
