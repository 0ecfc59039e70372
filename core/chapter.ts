// When a learner may close a portfolio and begin the next chapter.

const dayMs = 86_400_000
/** Who could do it at any time would do it until they are lucky. */
const daysBetween = 30

export interface OpenChapter {
  /** From 1 on. */
  readonly chapter: number
  readonly openedAt: number
  readonly hasTraded: boolean
}

export type StartOverRefusal =
  | { readonly code: 'nothing_to_close' }
  | { readonly code: 'too_soon'; readonly from: number }

/** The first time is free; null where nothing stands in the way. */
export function startOverRefusal(open: OpenChapter, at: number): StartOverRefusal | null {
  if (!open.hasTraded) return { code: 'nothing_to_close' }
  const from = open.openedAt + daysBetween * dayMs
  return open.chapter > 1 && at < from ? { code: 'too_soon', from } : null
}
