// The queries of journals: the own one page by page, that of a member for the organiser, and the forecasts that came due
// since the last visit.
import { useInfiniteQuery, type QueryFunctionContext } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as journalCalls from '@tengrand/contract/journal.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { loadItem, saveItem } from '../browser/storage.ts'
import { usePortfolioOptions, usePortfolioQuery } from '../portfolio/queries.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'
import { instantNow } from '../ui/instant.ts'

export type Page = Answer<typeof journalCalls.journal>
export type Entry = Page['entries'][number]
export type Pages = ReturnType<typeof useJournal>

type Context = QueryFunctionContext<readonly unknown[], string | null>

const newestFirst = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ next }: Page) => next,
  // Many pages are not fetched again each time the tab gets the focus.
  refetchOnWindowFocus: false,
  gcTime: 60_000,
} as const

/** Of all stocks where `ticker` is null. */
export function useJournal(ticker: string | null) {
  const { options, portfolio } = usePortfolioOptions('journal', ticker)
  return useInfiniteQuery({
    ...options,
    ...newestFirst,
    queryFn: ({ pageParam, ...context }: Context) => {
      const query = { ticker: ticker ?? undefined, before: pageParam ?? undefined, portfolio }
      return call(journalCalls.journal, { query }, requestOptionsOf(context))
    },
  })
}

export function useMemberJournal(league: string, user_id: string): Pages {
  return useInfiniteQuery({
    ...useLearnerOptions('leagues', league, 'journal', user_id),
    ...newestFirst,
    queryFn: ({ pageParam, ...context }: Context) => {
      const asked = { params: { league, user_id }, query: { before: pageParam ?? undefined } }
      return call(journalCalls.memberJournal, asked, requestOptionsOf(context))
    },
  })
}

export const useDueForecasts = (after: string, enabled: boolean) =>
  usePortfolioQuery(journalCalls.dueForecasts, { query: { after } }, ['due-forecasts', after], {
    enabled,
  })

const never = '1970-01-01T00:00:00Z'

/** When the journal was last looked at in this browser, by account and portfolio. */
export function useLastVisit() {
  const [, uid] = useLearnerOptions().queryKey
  const name = `${useStorageName('tengrand-journal-visit')}-${uid}`
  return {
    lastVisit: () => loadItem('localStorage', name) ?? never,
    rememberVisit: () => saveItem('localStorage', name, new Date(instantNow()).toISOString()),
  }
}
