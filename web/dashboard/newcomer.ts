// Whether somebody has not traded yet. The answer is kept in the browser, so that the next visit need not wait for it.
import { useEffect } from 'react'

import { loadItem, saveItem } from '../browser-storage.ts'
import { useLatestTransactions } from '../learner-queries.ts'
import { useSession } from '../session.tsx'
import { transactionsShown } from './latest-transactions.tsx'

const key = 'tengrand-newcomer'

/** Undefined until that is known. */
export function useIsNewcomer(): boolean | undefined {
  const { state } = useSession()
  const { data, isError } = useLatestTransactions(transactionsShown)
  const uid = state.kind === 'signed-in' ? state.uid : ''
  const isNewcomer = data && data.transactions.length === 0
  useEffect(() => {
    if (isNewcomer !== undefined) saveItem('localStorage', key, kept(uid, isNewcomer))
  }, [uid, isNewcomer])
  if (isNewcomer !== undefined) return isNewcomer
  return isError ? false : remembered(uid)
}

const kept = (uid: string, isNewcomer: boolean): string => `${isNewcomer ? 'yes' : 'no'} ${uid}`

/** Of another person it says nothing. */
function remembered(uid: string): boolean | undefined {
  const item = loadItem('localStorage', key)
  return [true, false].find((isNewcomer) => item === kept(uid, isNewcomer))
}
