// Where the browser keeps orders by their ids: which were open when they were last seen, and of which it was not yet read what
// became of them. Each with whose they are.
import { loadItem, saveItem } from '../browser/storage.ts'

const items = { open: 'tengrand-open-orders', untold: 'tengrand-order-news' }

type Which = keyof typeof items

/** Also somebody else's. */
export const hasRemembered = (): boolean => loadItem('localStorage', items.open) !== null

export function rememberedBy(uid: string, which: Which = 'open'): readonly string[] {
  const [whose, ...ids] = (loadItem('localStorage', items[which]) ?? '').split(' ')
  // An issuer may call somebody by a name with spaces.
  return whose === encodeURIComponent(uid) ? ids : []
}

export const remember = (uid: string, ids: readonly string[], which: Which = 'open'): void =>
  saveItem(
    'localStorage',
    items[which],
    ids.length === 0 ? null : [encodeURIComponent(uid), ...ids].join(' '),
  )
