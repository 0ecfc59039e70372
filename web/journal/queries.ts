// The queries of journals, page by page: the own one, and that of a member for the organiser.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as journalCalls from '@tengrand/contract/journal.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { useLearnerOptions } from '../session/learner-query.ts'

type Page = Answer<typeof journalCalls.journal>
export type Entry = Page['entries'][number]
export type Pages = ReturnType<typeof usePages>

/** Newest first. Many pages are not fetched again each time the tab gets the focus. */
const usePages = (
  options: ReturnType<typeof useLearnerOptions>,
  load: (before: string | undefined, request: ReturnType<typeof requestOptionsOf>) => Promise<Page>,
) =>
  useInfiniteQuery({
    gcTime: 60_000,
    ...options,
    queryFn: ({ pageParam, ...context }) => load(pageParam ?? undefined, requestOptionsOf(context)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    refetchOnWindowFocus: false,
  })

/** Of all stocks where `ticker` is null. */
export function useJournal(ticker: string | null): Pages {
  const { options, portfolio } = usePortfolioOptions('journal', ticker)
  return usePages(options, (before, request) =>
    call(
      journalCalls.journal,
      { query: { ticker: ticker ?? undefined, before, portfolio } },
      request,
    ),
  )
}

export function useMemberJournal(league: string, user_id: string): Pages {
  const params = { league, user_id }
  // Asked again each time it is opened: the member may have hidden it since.
  const options = {
    ...useLearnerOptions('leagues', league, 'journal', user_id),
    staleTime: 0,
    gcTime: 0,
  }
  return usePages(options, (before, request) =>
    call(journalCalls.memberJournal, { params, query: { before } }, request),
  )
}
