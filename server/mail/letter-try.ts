// One try to send a letter that was kept, and what becomes of it.
import type { FastifyBaseLogger } from 'fastify'

import { errorName } from '../error-code.ts'
import { startJob } from '../jobs.ts'
import { dayMs, leaseMs, type LetterStore, type TakenLetter } from './letter-store.ts'
import { LetterTrouble, type Letter } from './letter.ts'
import type { Mailer } from './mailer.ts'

/** Writes a letter at the moment when it is sent; null where nobody is to get one. */
export type WriteLetter = (about: string, isFirstTry: boolean) => Promise<Letter | null>

export interface TryDeps {
  readonly store: LetterStore
  readonly mailer: Pick<Mailer, 'send'>
  readonly kinds: ReadonlyMap<string, WriteLetter>
  readonly now: () => number
  readonly log: FastifyBaseLogger
  /** Before each further try; the last one stays. */
  readonly pausesMs: readonly number[]
}

export async function tryLetter(deps: TryDeps, kept: TakenLetter): Promise<void> {
  const { store, now, log } = deps
  const { kind, askedAt, tries } = kept
  if (now() - askedAt >= dayMs) {
    log.error({ kind, tries: tries - 1 }, 'a letter could not be sent for a day and is given up')
    return store.remove(kept)
  }
  const renewing = startJob({
    run: () => store.renew(kept, now()),
    pauseMs: leaseMs / 3,
    delayMs: leaseMs / 3,
    // The next one may get through; where none does, another node takes the letter.
    onFailure: () => undefined,
  })
  try {
    const trouble = await send(deps, kept)
    if (trouble === null) await store.remove(kept)
    else await settle(deps, kept, trouble)
  } finally {
    void renewing.stop()
  }
}

interface Trouble {
  readonly error: unknown
  readonly words: string
}

async function send({ mailer, kinds }: TryDeps, kept: TakenLetter): Promise<Trouble | null> {
  let words = 'a letter could not be written'
  try {
    const letter = await kinds.get(kept.kind)?.(kept.about(), kept.tries === 1)
    words = 'a letter could not be sent'
    if (letter) await mailer.send(letter)
    return null
  } catch (error) {
    return { error, words }
  }
}

/** Of what went wrong only codes are told: words may quote the address. */
async function settle(
  { store, now, log, pausesMs }: TryDeps,
  kept: TakenLetter,
  { error, words }: Trouble,
): Promise<void> {
  const { kind, askedAt, tries } = kept
  const line = { kind, tries, ...(error instanceof LetterTrouble ? error.codes : errorName(error)) }
  if (error instanceof LetterTrouble && error.isFinal) {
    log.error(line, 'a letter was refused for good')
    return store.remove(kept)
  }
  const pauseMs = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? 0
  log.warn({ ...line, againInMs: pauseMs }, `${words}, and is tried again`)
  await store.release(kept, Math.min(now() + pauseMs, askedAt + dayMs))
}
