// Whether the owner of a portfolio has traded yet, stored in the browser, so that a page that depends on it need not wait for
// the answer.
import { loadItem, saveItem } from '../browser/storage.ts'
import { useSession } from '../session/session.tsx'
import { useStorageName } from './scope.tsx'

interface TradedBefore {
  readonly rememberNewcomer: (isNewcomer: boolean) => void
  /** Undefined where nothing is known. Of another person it says nothing. */
  readonly wasNewcomer: () => boolean | undefined
}

export function useTradedBefore(): TradedBefore {
  const { state } = useSession()
  const name = useStorageName('tengrand-newcomer')
  const uid = state.kind === 'signed-in' ? state.uid : ''
  const itemOf = (isNewcomer: boolean): string => `${isNewcomer ? 'yes' : 'no'} ${uid}`
  return {
    rememberNewcomer: (isNewcomer) => saveItem('localStorage', name, itemOf(isNewcomer)),
    wasNewcomer: () => {
      const item = loadItem('localStorage', name)
      return [true, false].find((isNewcomer) => item === itemOf(isNewcomer))
    },
  }
}
