// The storage item of order notifications: the read mark of the closed orders, and the counts of open and unread ones.
import { useMemo } from 'react'

import { loadItem, saveItem } from '../browser/storage.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'
import type { Order } from './queries.ts'

/** Which closed orders were read: the time from which they are queried, and the ids since then. */
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

interface StoredNotifications extends ReadMark {
  readonly open: number
  readonly unread: number
}

/** The storage item of the portfolio that the page shows. */
export function useNotificationStorage() {
  const owner = useLearnerOptions().queryKey[1]
  const name = useStorageName('tengrand-order-notifications')
  const oldOpen = useStorageName('tengrand-open-orders')
  const oldUnread = useStorageName('tengrand-order-news')
  return useMemo(() => {
    const loadAll = (): Item => parseItem(loadItem('localStorage', name))
    const load = (): StoredNotifications | null => loadAll().get(String(owner)) ?? null
    /** Null also where no order is open or unread: that mark is outdated. */
    const loadActive = (): StoredNotifications | null => {
      const item = load()
      return item && item.open + item.unread > 0 ? item : null
    }
    const save = (next: StoredNotifications): void => {
      const before = load()
      const mark = before ? laterMark(next, before) : next
      const others = [...loadAll()].filter(([account]) => account !== String(owner))
      const all = [[String(owner), { ...next, ...mark }], ...others.slice(0, othersMax)]
      saveItem('localStorage', name, JSON.stringify(all))
      for (const old of [oldOpen, oldUnread]) saveItem('localStorage', old, null)
    }
    return {
      name,
      load,
      loadActive,
      save,
      /** True also where another account has open orders, because hasOpen is called before the session is loaded. */
      hasOpen: () =>
        [...loadAll().values()].some((item) => item.open > 0) ||
        loadItem('localStorage', oldOpen) !== null,
      /** Counts a new order at once, because it may be filled before the next query of open orders. */
      addPlaced: ({ placed_at }: Order) => {
        const before = loadActive() ?? { since: placed_at, read: [], open: 0, unread: 0 }
        save({ ...before, open: before.open + 1 })
        // Browsers send this event to other tabs only. This tab must load the new mark too, because `save` drops the
        // read ids of an earlier mark.
        window.dispatchEvent(new StorageEvent('storage', { key: name }))
      },
      /** The ids of open and unread orders in the two items of an earlier version. */
      oldIds: () =>
        [oldOpen, oldUnread].flatMap((old) => {
          const [oldOwner = '', ...ids] = (loadItem('localStorage', old) ?? '').split(' ')
          return oldOwner === encodeURIComponent(String(owner)) ? ids : []
        }),
    }
  }, [owner, name, oldOpen, oldUnread])
}

/** By account, the last one first: several people may use a browser in turn. */
type Item = ReadonlyMap<string, StoredNotifications>

/** As many further accounts, so that the item stays small. */
const othersMax = 9

/** Without what this version has not written. */
function parseItem(text: string | null): Item {
  try {
    const all = JSON.parse(text ?? '[]') as [string, StoredNotifications][]
    return new Map(all.filter(([, item]) => isWhole(item)))
  } catch {
    return new Map()
  }
}

const isWhole = (item: Partial<StoredNotifications> | null | undefined): boolean =>
  typeof item?.since === 'string' &&
  !Number.isNaN(Date.parse(item.since)) &&
  Array.isArray(item.read) &&
  typeof item.open === 'number' &&
  typeof item.unread === 'number'
