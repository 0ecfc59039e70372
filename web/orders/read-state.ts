// The state of order notifications: what the answers of the queries change in the read mark, and which orders are unread.
import type { Order } from './queries.ts'
import { laterMark, timeOf, type ReadMark } from './notification-storage.ts'

type Orders = readonly Order[]

/** The mark, null before the first answer, and the ids that were open in an answer and not yet closed in another. */
export interface ReadState {
  readonly mark: ReadMark | null
  readonly seen: readonly string[]
}

/** Fills do not commit in the order of `closed_at`: a transaction may become visible this much later. */
const lateMs = 60_000

export const beginning = '1970-01-01T00:00:00.000Z'

/** Applies the answers of the two queries. `closed` is newest first, and undefined until its first answer. */
export function nextState(
  { mark, seen }: ReadState,
  open: Orders,
  closed: Orders | undefined,
): ReadState {
  const all = [...new Set([...seen, ...open.map(({ id }) => id)])]
  if (closed === undefined) return { mark, seen: all }
  const closedIds = new Set(closed.map(({ id }) => id))
  const rest = all.filter((id) => !closedIds.has(id))
  if (mark === null) return { mark: firstMark(all, open, closed), seen: rest }
  const isRead = unreadOf(mark, closed).length === 0
  return { mark: isRead ? readAll(mark, rest, open, closed) : mark, seen: rest }
}

/** The first mark of a browser: only orders that were open in one of its responses are unread, not older ones. */
function firstMark(seen: readonly string[], open: Orders, closed: Orders): ReadMark {
  const unread = closed.filter(({ id }) => seen.includes(id))
  const read = closed.filter(({ id }) => !seen.includes(id))
  const since = Math.min(endOf(open, closed), ...unread.map(({ closed_at }) => timeOf(closed_at)))
  return markAt(since, read)
}

/**
 * Marks all of them as read. The mark never goes back: an order that was read would be unread again. Its own ids stay, because
 * another tab may have read orders that this answer does not have yet.
 */
export function readAll(
  mark: ReadMark,
  seen: ReadState['seen'],
  open: Orders,
  closed: Orders,
): ReadMark {
  const answered = new Set([...open, ...closed].map(({ id }) => id))
  // The answer with the end of a missing order is still to come, and that end may be long ago.
  const end = seen.every((id) => answered.has(id)) ? endOf(open, closed) : 0
  return laterMark(mark, markAt(Math.max(end, timeOf(mark.since)), closed))
}

/** An order may be expired later than its `closed_at` says: the mark stays before the `expires_at` of the open orders. */
const endOf = (open: Orders, closed: Orders): number =>
  Math.min(
    timeOf(closed[0]?.closed_at ?? null) - lateMs,
    ...open.map(({ expires_at }) => timeOf(expires_at)),
  )

const markAt = (since: number, read: Orders): ReadMark => ({
  since: new Date(Math.max(since, 0)).toISOString(),
  read: read.filter(({ closed_at }) => timeOf(closed_at) >= since).map(({ id }) => id),
})

/** Leaves out orders that the learner saw close: cancelled, closed with the chapter, or filled when placed. */
export const unreadOf = ({ since, read }: ReadMark, closed: Orders): Orders =>
  closed.filter(
    ({ id, reason, placed_at, closed_at }) =>
      !read.includes(id) &&
      timeOf(closed_at) >= timeOf(since) &&
      reason !== 'learner' &&
      reason !== 'chapter_closed' &&
      closed_at !== placed_at,
  )

export const isSameState = (one: ReadState, other: ReadState): boolean =>
  JSON.stringify([one.mark, one.seen]) === JSON.stringify([other.mark, other.seen])
