// When a learner may close a portfolio and begin the next chapter.

const dayMs = 86_400_000
/** Who could do it at any time would do it until they are lucky. */
const betweenMs = 30 * dayMs
/** Deleting an account counts as starting over: for so long it is remembered that somebody did. */
export const departureMs = betweenMs

export interface OpenChapter {
  /**
   * When the chapter before was closed, or the account deleted that somebody had before this one; null for the first
   * chapter of somebody who is new, or has been away for long enough.
   */
  readonly startedOverAt: number | null
  readonly hasTraded: boolean
}

export type StartOverRefusal =
  | { readonly code: 'nothing_to_close' }
  | { readonly code: 'too_soon'; readonly from: number }

/** The first time is free; null where nothing stands in the way. */
export function startOverRefusal(open: OpenChapter, at: number): StartOverRefusal | null {
  if (!open.hasTraded) return { code: 'nothing_to_close' }
  if (open.startedOverAt === null) return null
  const from = open.startedOverAt + betweenMs
  return at < from ? { code: 'too_soon', from } : null
}

/** Until when somebody who has deleted an account is not ranked. */
export const rankedAgainAt = (departedAt: number): number => departedAt + departureMs
