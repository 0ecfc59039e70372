// Decides when a learner may close a portfolio and begin the next chapter.
import { dayMs } from './day.ts'

/** The minimum time between two restarts, so that a learner cannot start over until a chapter begins with luck. */
const betweenMs = 30 * dayMs
/** Deleting an account counts as starting over; the hash of the account is stored for this long. */
export const departureMs = betweenMs

export interface OpenChapter {
  /**
   * When the previous chapter was closed, or the learner's previous account deleted; null for a first chapter, or once
   * the deletion is no longer stored.
   */
  readonly startedOverAt: number | null
  readonly hasTraded: boolean
}

export type StartOverRefusal =
  | { readonly code: 'nothing_to_close' }
  | { readonly code: 'too_soon'; readonly from: number }

/** Null where the learner may start over. The first restart is never too soon. */
export function startOverRefusal(open: OpenChapter, at: number): StartOverRefusal | null {
  if (!open.hasTraded) return { code: 'nothing_to_close' }
  if (open.startedOverAt === null) return null
  const from = open.startedOverAt + betweenMs
  return at < from ? { code: 'too_soon', from } : null
}

/** From when a learner who has deleted an account is ranked again. */
export const rankedAgainAt = (departedAt: number): number => departedAt + departureMs
