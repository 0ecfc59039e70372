// The stocks that the learner watches: shown as chosen at once, kept by the server, and undone where it does not keep them.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as accountCalls from '@tengrand/contract/account.ts'
import { isTicker, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect } from 'react'

import { ApiProblem } from '../../api/problem.ts'
import { call } from '../../api/client.ts'
import { useLearnerOptions } from '../../session/learner-query.ts'
import { requestOptionsOf } from '../../api/queries.ts'
import { unavailable } from '@tengrand/contract/sentences.ts'

export interface Watchlist {
  /** In the order in which they were added; undefined until that is known. */
  readonly watched: readonly Ticker[] | undefined
  readonly isFailed: boolean
  readonly toggle: (ticker: Ticker) => void
}

type Kept = Answer<typeof accountCalls.watchlist>

export function useWatchlist(): Watchlist {
  const client = useQueryClient()
  const mine = useLearnerOptions('watchlist')
  const { data, isError } = useQuery({
    ...mine,
    queryFn: (context) => call(accountCalls.watchlist, {}, requestOptionsOf(context)),
    select: watchedIn,
  })
  const { queryKey } = mine
  const [, uid] = queryKey
  useEffect(() => {
    person = uid
  }, [uid])
  const change = (ticker: Ticker): void =>
    void client.setQueryData<Kept>(queryKey, (kept) => kept && toggled(kept, ticker))
  const keep = async (ticker: Ticker, isAdded: boolean): Promise<void> => {
    try {
      const body = client.getQueryData<Kept>(queryKey)
      // Somebody else may have signed in while this waited for its turn.
      if (body && person === uid) await call(accountCalls.setWatchlist, { body })
    } catch (error) {
      change(ticker)
      tell(sentenceOf(ticker, isAdded, error))
    }
  }
  const toggle = (ticker: Ticker): void => {
    const isAdded = !data?.includes(ticker)
    void client.cancelQueries({ queryKey })
    change(ticker)
    const turn = (turns.get(client) ?? Promise.resolve()).then(() => keep(ticker, isAdded))
    turns.set(client, turn)
    // What another tab has changed meanwhile is heard of when nothing is on its way any more.
    void turn.then(() =>
      turn === turns.get(client) ? client.invalidateQueries({ queryKey }) : undefined,
    )
  }
  return { watched: data, isFailed: isError, toggle }
}

/** One after the other, because each sends the whole list and the last one that arrives is kept. */
const turns = new WeakMap<QueryClient, Promise<void>>()

/** Whoever is signed in, and looks at stars. */
let person: string | null = null

const watchedIn = (kept: Kept): Ticker[] => kept.tickers.filter(isTicker)

const toggled = ({ tickers }: Kept, ticker: Ticker): Kept => ({
  tickers: tickers.includes(ticker)
    ? tickers.filter((other) => other !== ticker)
    : [...tickers, ticker],
})

function sentenceOf(ticker: Ticker, isAdded: boolean, error: unknown): string {
  const why = error instanceof ApiProblem ? error.sentence : unavailable
  return `${ticker} was not ${isAdded ? 'added to' : 'removed from'} the stocks you watch. ${why}`
}

/** Long enough to read two sentences. */
const shownMs = 8_000

const toldLook =
  'fixed inset-x-4 bottom-4 z-30 mx-auto w-fit max-w-lg rounded-control border border-line bg-surface px-4 py-2.5 text-loss shadow-popup max-md:bottom-[calc(var(--bar)+var(--second-bar,0px)+0.75rem)]'

/** Says a sentence over the page for a while. Outside of React: what it is about may be gone from the page by then. */
function tell(sentence: string): void {
  document.querySelector('[data-told]')?.remove()
  const told = document.createElement('p')
  told.dataset['told'] = ''
  told.role = 'alert'
  told.className = toldLook
  told.textContent = sentence
  document.body.append(told)
  setTimeout(() => told.remove(), shownMs)
}
