// Where the browser keeps which orders were open when they were last seen: whose they are, and their ids.
import { loadItem, saveItem } from '../browser-storage.ts'

const item = 'tengrand-open-orders'

/** Also somebody else's. */
export const hasRemembered = (): boolean => loadItem('localStorage', item) !== null

export function rememberedBy(uid: string): readonly string[] {
  const [whose, ...ids] = (loadItem('localStorage', item) ?? '').split(' ')
  return whose === uid ? ids : []
}

export const remember = (uid: string, ids: readonly string[]): void =>
  saveItem('localStorage', item, ids.length === 0 ? null : [uid, ...ids].join(' '))
