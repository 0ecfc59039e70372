// Whether a guest is here, and the guest that this browser was last, so that its pages need not ask in which lesson.
import { loadItem, saveItem } from '../browser/storage.ts'
import { guestItem, isGuest } from './identity.ts'
import { useSession } from './session.tsx'

/** Whether the session is that of a guest of a lesson, who has no account. */
export const useIsGuest = (): boolean => isGuest(useSession().state) === true

export interface RememberedGuest {
  /** The id of the lesson. */
  readonly league: string
  readonly name: string
  /** Of the lesson; missing if the guest came back without it. */
  readonly code?: string
}

export const rememberGuest = ({ league, name, code }: RememberedGuest): void =>
  saveItem('localStorage', guestItem, JSON.stringify({ league, name, code }))

export const forgetGuest = (): void => saveItem('localStorage', guestItem, null)

export function rememberedGuest(): RememberedGuest | null {
  try {
    const { league, name, code } = Object(JSON.parse(loadItem('localStorage', guestItem) ?? '{}'))
    if (typeof league !== 'string' || typeof name !== 'string') return null
    return { league, name, ...(typeof code === 'string' && { code }) }
  } catch {
    return null
  }
}
