// Whether somebody has traded yet, kept in the browser, so that a page that depends on it need not wait for the answer.
import { loadItem, saveItem } from '../browser/storage.ts'

const key = 'tengrand-newcomer'

export const rememberNewcomer = (uid: string, isNewcomer: boolean): void =>
  saveItem('localStorage', key, kept(uid, isNewcomer))

/** Undefined where nothing is known. Of another person it says nothing. */
export function wasNewcomer(uid: string): boolean | undefined {
  const item = loadItem('localStorage', key)
  return [true, false].find((isNewcomer) => item === kept(uid, isNewcomer))
}

const kept = (uid: string, isNewcomer: boolean): string => `${isNewcomer ? 'yes' : 'no'} ${uid}`
