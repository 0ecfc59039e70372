// Remembers which limits were reached lately, so that a flood is refused without the database, and is told to the log once.
import type { FastifyBaseLogger } from 'fastify'

import type { Full } from './throttle.ts'

export interface ReachedLimits {
  /** What was found out a moment ago. */
  readonly recall: (key: string) => Full | null
  readonly note: (reached: Reached) => void
  readonly forget: (key: string) => void
  readonly forgetAccount: (account: string) => void
}

interface Reached extends Full {
  readonly what: string
  /** Keyed hashes, like the account: they may be logged. */
  readonly key: string
  readonly account: string | null
}

export interface ReachedDoors {
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** Another node may have forgotten the limit in the meantime, for a new password. */
const believedMs = 5_000
const warnedAgainMs = 900_000
const keptMax = 10_000

interface Kept {
  readonly account: string | null
  readonly at: number
  readonly freeAt: number
  readonly warnedAt: number
}

export function createReachedLimits({ now, log }: ReachedDoors): ReachedLimits {
  const kept = new Map<string, Kept>()

  /** That it was logged is still remembered. */
  const forget = (key: string): void => {
    const last = kept.get(key)
    if (last !== undefined) kept.set(key, { ...last, freeAt: 0 })
  }

  return {
    recall: (key) => {
      const last = kept.get(key)
      if (last === undefined || !isWithin(now(), last.at, believedMs)) return null
      const leftMs = last.freeAt - now()
      return leftMs > 0 ? { retryAfterSeconds: Math.ceil(leftMs / 1000) } : null
    },
    note: ({ what, key, account, retryAfterSeconds }) => {
      const at = now()
      const last = kept.get(key)
      const isWarned = last !== undefined && isWithin(at, last.warnedAt, warnedAgainMs)
      if (!isWarned) {
        const short = { key: key.slice(0, 8), account: account?.slice(0, 8) }
        log.warn({ limit: what, ...short, retryAfterSeconds }, 'a limit was reached')
      }
      kept.delete(key)
      const [oldest] = kept.keys()
      if (kept.size >= keptMax && oldest !== undefined) kept.delete(oldest)
      const freeAt = at + retryAfterSeconds * 1000
      kept.set(key, { account, at, freeAt, warnedAt: isWarned ? last.warnedAt : at })
    },
    forget,
    forgetAccount: (account) => {
      for (const [key, last] of kept) if (last.account === account) forget(key)
    },
  }
}

/** A clock that was set back must not make anything last longer. */
const isWithin = (now: number, start: number, ms: number): boolean =>
  start <= now && now < start + ms
