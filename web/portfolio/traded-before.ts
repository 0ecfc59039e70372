// Stores in the browser whether the learner has traded yet, so that the dashboard need not wait for that answer.
import { loadItem, saveItem } from '../browser/storage.ts'
import { useSession } from '../session/session.tsx'
import { useStorageName } from './scope.tsx'

export function useTradedBefore() {
  const { state } = useSession()
  const name = useStorageName('tengrand-newcomer')
  const uid = state.kind === 'signed-in' ? state.uid : ''
  const itemOf = (isNewcomer: boolean): string => `${isNewcomer ? 'yes' : 'no'} ${uid}`
  return {
    rememberNewcomer: (isNewcomer: boolean) => saveItem('localStorage', name, itemOf(isNewcomer)),
    /** Undefined where nothing is stored for this account. */
    wasNewcomer: () => {
      const item = loadItem('localStorage', name)
      return [true, false].find((isNewcomer) => item === itemOf(isNewcomer))
    },
  }
}
