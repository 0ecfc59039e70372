// The read mark of order notifications: the time from which closed orders are queried, and the ids since then that were read.

export interface ReadMark {
  /** An ISO timestamp: the query of orders closed since then has every unread one. */
  readonly since: string
  readonly read: readonly string[]
}

/** Merges the marks of two tabs: the later one, or the ids of both at the same time. */
export function laterMark(one: ReadMark, other: ReadMark): ReadMark {
  const difference = timeOf(one.since) - timeOf(other.since)
  if (difference !== 0) return difference > 0 ? one : other
  return { since: one.since, read: [...new Set([...one.read, ...other.read])] }
}

export const timeOf = (timestamp: string | null): number =>
  timestamp === null ? 0 : Date.parse(timestamp)
