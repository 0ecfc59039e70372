// Whether somebody has not traded yet, as far as that is known.
import { useEffect } from 'react'

import { transactionsShown, useLatestTransactions } from '../portfolio/learner-queries.ts'
import { useSession } from '../session/session.tsx'
import { rememberNewcomer, wasNewcomer } from '../portfolio/traded-before.ts'

/** Undefined until that is known. */
export function useIsNewcomer(): boolean | undefined {
  const { state } = useSession()
  const { data, isError, isFetching } = useLatestTransactions(transactionsShown)
  const uid = state.kind === 'signed-in' ? state.uid : ''
  const isEmpty = data && data.transactions.length === 0
  useEffect(() => {
    if (isEmpty !== undefined && !isFetching) rememberNewcomer(uid, isEmpty)
  }, [uid, isEmpty, isFetching])
  // An empty list from before the first trade is no news while the next is on its way.
  if (isEmpty === undefined || (isEmpty && isFetching)) {
    return isError ? false : (wasNewcomer(uid) ?? isEmpty)
  }
  return isEmpty
}
