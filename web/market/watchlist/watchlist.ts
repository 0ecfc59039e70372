// The query of the watchlist, and the optimistic mutation that adds or removes a stock.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as accountCalls from '@tengrand/contract/account.ts'
import { isTicker, type Ticker } from '@tengrand/core/tickers.ts'

import { ApiProblem } from '../../api/problem.ts'
import { call } from '../../api/client.ts'
import { useLearnerOptions } from '../../session/learner-query.ts'
import { useSession } from '../../session/session.tsx'
import { requestOptionsOf } from '../../api/queries.ts'
import { unavailable } from '@tengrand/contract/sentences.ts'
import { showToast } from '../../ui/toast.tsx'

export type Watchlist = ReturnType<typeof useWatchlist>

type StoredList = Answer<typeof accountCalls.watchlist>

/** The stocks are in the order in which they were added, and undefined until the query has data. */
export function useWatchlist() {
  const client = useQueryClient()
  const { getState } = useSession().identity
  const options = useLearnerOptions('watchlist')
  const { data, isError } = useQuery({
    ...options,
    queryFn: (context) => call(accountCalls.watchlist, {}, requestOptionsOf(context)),
    select: tickersOf,
  })
  const { queryKey } = options
  const change = (ticker: Ticker): void =>
    void client.setQueryData<StoredList>(queryKey, (list) => list && toggled(list, ticker))
  const { mutate } = useMutation({
    mutationKey: queryKey,
    // The scope runs mutations one after the other: each sends the whole list, and the server stores the last one.
    scope: { id: queryKey.join(' ') },
    mutationFn: async (_change: { readonly ticker: Ticker; readonly isAdded: boolean }) => {
      const body = client.getQueryData<StoredList>(queryKey)
      const state = getState()
      // Another account may have signed in while this mutation waited.
      const isSame = state.kind === 'signed-in' && state.uid === queryKey[1]
      if (body && isSame) await call(accountCalls.setWatchlist, { body })
    },
    onMutate: ({ ticker }) => {
      void client.cancelQueries({ queryKey })
      change(ticker)
    },
    onError: (error, { ticker, isAdded }) => {
      change(ticker)
      showToast(sentenceOf(ticker, isAdded, error))
    },
    // Changes of another tab are fetched when the last mutation has ended.
    onSettled: () => {
      if (client.isMutating({ mutationKey: queryKey }) === 1)
        void client.invalidateQueries({ queryKey })
    },
  })
  const toggle = (ticker: Ticker): void => mutate({ ticker, isAdded: !data?.includes(ticker) })
  return { watched: data, isFailed: isError, toggle }
}

const tickersOf = ({ tickers }: StoredList): Ticker[] => tickers.filter(isTicker)

const toggled = ({ tickers }: StoredList, ticker: Ticker): StoredList => ({
  tickers: tickers.includes(ticker)
    ? tickers.filter((other) => other !== ticker)
    : [...tickers, ticker],
})

function sentenceOf(ticker: Ticker, isAdded: boolean, error: unknown): string {
  const why = error instanceof ApiProblem ? error.sentence : unavailable
  return `${ticker} was not ${isAdded ? 'added to' : 'removed from'} the stocks you watch. ${why}`
}
