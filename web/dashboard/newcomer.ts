// Whether the owner of the portfolio has not traded yet, as far as that is known.
import { useEffect, useEffectEvent } from 'react'

import { transactionsShown, useLatestTransactions } from '../portfolio/queries.ts'
import { useTradedBefore } from '../portfolio/traded-before.ts'

/** Undefined until that is known. */
export function useIsNewcomer(): boolean | undefined {
  const { rememberNewcomer, wasNewcomer } = useTradedBefore()
  const { data, isError, isFetching } = useLatestTransactions(transactionsShown)
  const isEmpty = data && data.transactions.length === 0
  const remember = useEffectEvent(rememberNewcomer)
  useEffect(() => {
    if (isEmpty !== undefined && !isFetching) remember(isEmpty)
  }, [isEmpty, isFetching])
  // An empty list from before the first trade is no news while the next is on its way.
  if (isEmpty === undefined || (isEmpty && isFetching)) {
    return isError ? false : (wasNewcomer() ?? isEmpty)
  }
  return isEmpty
}
