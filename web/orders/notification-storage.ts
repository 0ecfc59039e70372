// What the browser stores about order notifications: how far the closed orders were read, and how many are open or unread.
import { useMemo } from 'react'

import { loadItem, saveItem } from '../browser/storage.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'
import type { WaitingOrder } from './queries.ts'
import { laterMark, type ReadMark } from './read-mark.ts'

interface StoredNotifications extends ReadMark {
  readonly open: number
  readonly unread: number
}

export interface NotificationStorage {
  readonly name: string
  /** Null where the item is missing or of another account. */
  readonly load: () => StoredNotifications | null
  /** Null also where nothing was open and nothing unread: what has happened since then is of no interest here. */
  readonly loadActive: () => StoredNotifications | null
  /** Also of another account: it is read before the session is known. */
  readonly hasOpen: () => boolean
  readonly save: (next: StoredNotifications) => void
  /** Before the list of open orders has it: the order may be filled until then. */
  readonly addPlaced: (order: WaitingOrder) => void
  /** The ids of orders that were open or unread, from the two items of an earlier version. */
  readonly oldIds: () => readonly string[]
}

/** Of the portfolio that the screen is about. */
export function useNotificationStorage(): NotificationStorage {
  const owner = useLearnerOptions().queryKey[1]
  const name = useStorageName('tengrand-order-notifications')
  const oldOpen = useStorageName('tengrand-open-orders')
  const oldUnread = useStorageName('tengrand-order-news')
  return useMemo(() => {
    const load = (): StoredNotifications | null => {
      const item = parseItem(loadItem('localStorage', name))
      return item?.owner === owner ? item : null
    }
    const loadActive = (): StoredNotifications | null => {
      const item = load()
      return item && item.open + item.unread > 0 ? item : null
    }
    const save = (next: StoredNotifications): void => {
      const before = load()
      const mark = before ? laterMark(next, before) : next
      saveItem('localStorage', name, JSON.stringify({ ...next, ...mark, owner }))
      for (const old of [oldOpen, oldUnread]) saveItem('localStorage', old, null)
    }
    return {
      name,
      load,
      loadActive,
      hasOpen: () =>
        (parseItem(loadItem('localStorage', name))?.open ?? 0) > 0 ||
        loadItem('localStorage', oldOpen) !== null,
      save,
      addPlaced: ({ placed_at }) => {
        const before = loadActive() ?? { since: placed_at, read: [], open: 0, unread: 0 }
        save({ ...before, open: before.open + 1 })
      },
      oldIds: () =>
        [oldOpen, oldUnread].flatMap((old) => {
          const [whose = '', ...ids] = (loadItem('localStorage', old) ?? '').split(' ')
          return whose === encodeURIComponent(String(owner)) ? ids : []
        }),
    }
  }, [owner, name, oldOpen, oldUnread])
}

type Item = StoredNotifications & { readonly owner: unknown }

/** Null for what this version has not written. */
function parseItem(text: string | null): Item | null {
  try {
    const item = JSON.parse(text ?? 'null') as Item | null
    const isWhole =
      typeof item?.since === 'string' &&
      !Number.isNaN(Date.parse(item.since)) &&
      Array.isArray(item.read) &&
      typeof item.open === 'number' &&
      typeof item.unread === 'number'
    return isWhole ? item : null
  } catch {
    return null
  }
}
