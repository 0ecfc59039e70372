// Letters that are written a while after the answer was given, so that neither it nor the next one says whether there is one.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyBaseLogger } from 'fastify'

import { errorName } from '../error-name.ts'

export interface Letters {
  /** False when too many are waiting. */
  readonly add: (email: string) => boolean
  /** Writes what is waiting, as far as the time allows. */
  readonly close: () => Promise<void>
}

export interface LetterDoors {
  readonly write: (email: string) => Promise<void>
  readonly log: FastifyBaseLogger
  /** Ends early when the server does. */
  readonly pause?: ((signal: AbortSignal) => Promise<void>) | undefined
  readonly closeWithinMs?: number
}

const waitingMax = 500
/** A mail server that does not answer must not hold up everybody. */
const atOnce = 4

export function createLetters(doors: LetterDoors): Letters {
  const { write, log, pause = randomPause, closeWithinMs = 4_000 } = doors
  const waiting: string[] = []
  const pausing = new Set<Promise<void>>()
  const writers = new Set<Promise<void>>()
  const closing = new AbortController()

  async function writeOn(): Promise<void> {
    for (let email = waiting.shift(); email !== undefined; email = waiting.shift()) {
      await write(email).catch((error: unknown) => {
        // Not its words, in which a mail server may quote the address.
        log.error(errorName(error), 'a letter could not be written')
      })
    }
  }

  async function begin(email: string): Promise<void> {
    await pause(closing.signal)
    waiting.push(email)
    if (writers.size >= atOnce) return
    const writer = writeOn().finally(() => writers.delete(writer))
    writers.add(writer)
  }

  return {
    add: (email) => {
      if (closing.signal.aborted || pausing.size + waiting.length >= waitingMax) return false
      const beginning = begin(email).finally(() => pausing.delete(beginning))
      pausing.add(beginning)
      return true
    },
    close: async () => {
      closing.abort()
      const limit = sleep(closeWithinMs, undefined, { ref: false })
      await Promise.race([Promise.all(pausing), limit])
      await Promise.race([Promise.all(writers), limit])
      const lost = pausing.size + waiting.length + writers.size
      waiting.length = 0
      if (lost > 0) log.warn({ lost }, 'the server ends before these letters were written')
    },
  }
}

/** Else whoever asks something right afterwards could feel whether a letter is being written. */
const randomPause = (signal: AbortSignal): Promise<void> =>
  sleep(randomInt(50, 501), undefined, { signal, ref: false }).catch(() => undefined)
