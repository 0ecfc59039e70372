// How far the closed orders of a portfolio were read: the time from which they are queried, and the ids since then that were read.
import type { WaitingOrder } from './queries.ts'

export interface ReadMark {
  /** An ISO timestamp: a query from here on finds every order that is not read. */
  readonly since: string
  readonly read: readonly string[]
}

/** What is known of the orders: the mark, null before the first answer, and the ids seen open and not found closed yet. */
export interface ReadState {
  readonly mark: ReadMark | null
  readonly seen: readonly string[]
}

/** Fills commit in another order than their `closed_at`: one may appear so long after another that was closed later. */
const lateMs = 60_000

export const beginning = '1970-01-01T00:00:00.000Z'

/** Takes over what the two queries have answered. `closed` is newest first, and undefined until its first answer. */
export function nextState(
  { mark, seen }: ReadState,
  open: readonly WaitingOrder[],
  closed: readonly WaitingOrder[] | undefined,
): ReadState {
  const all = [...new Set([...seen, ...open.map(({ id }) => id)])]
  if (closed === undefined) return { mark, seen: all }
  const closedIds = new Set(closed.map(({ id }) => id))
  const rest = all.filter((id) => !closedIds.has(id))
  if (mark === null) return { mark: firstMark(all, open, closed), seen: rest }
  const isRead = unreadOf(mark, closed).length === 0
  return { mark: isRead ? readAll(mark, open, closed) : mark, seen: rest }
}

/** In a browser without a mark only the orders that it has seen open are unread, not those of long ago. */
function firstMark(
  seen: readonly string[],
  open: readonly WaitingOrder[],
  closed: readonly WaitingOrder[],
): ReadMark {
  const unread = closed.filter(({ id }) => seen.includes(id))
  const oldest = unread.map(({ closed_at }) => timeOf(closed_at))
  const since = Math.min(endOf(open, closed), ...oldest)
  return markAt(
    since,
    closed.filter(({ id }) => !seen.includes(id)),
  )
}

/** Marks all of them as read. The mark never goes back: an order that was read would be unread again. */
export const readAll = (
  mark: ReadMark,
  open: readonly WaitingOrder[],
  closed: readonly WaitingOrder[],
): ReadMark => markAt(Math.max(endOf(open, closed), timeOf(mark.since)), closed)

/** An order may expire later than its `closed_at` says, so the mark stays before what the open ones expire at. */
const endOf = (open: readonly WaitingOrder[], closed: readonly WaitingOrder[]): number =>
  Math.min(
    timeOf(closed[0]?.closed_at ?? null) - lateMs,
    ...open.map(({ expires_at }) => timeOf(expires_at)),
  )

const markAt = (since: number, read: readonly WaitingOrder[]): ReadMark => ({
  since: new Date(Math.max(since, 0)).toISOString(),
  read: read.filter(({ closed_at }) => timeOf(closed_at) >= since).map(({ id }) => id),
})

const timeOf = (timestamp: string | null): number =>
  timestamp === null ? 0 : Date.parse(timestamp)

/** Of two tabs: the one that has read further; where both are as far, what either has read. */
export function laterMark(one: ReadMark, other: ReadMark): ReadMark {
  const difference = timeOf(one.since) - timeOf(other.since)
  if (difference !== 0) return difference > 0 ? one : other
  return { since: one.since, read: [...new Set([...one.read, ...other.read])] }
}

/** Without what the learner has seen happen: cancelled, started over, or filled at once when it was placed. */
export const unreadOf = (
  { since, read }: ReadMark,
  closed: readonly WaitingOrder[],
): readonly WaitingOrder[] =>
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
