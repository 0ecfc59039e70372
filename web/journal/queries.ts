// The queries of journals: the own one page by page, that of a member for the organiser, and the forecasts that came due
// since the last visit.
import { useInfiniteQuery } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import * as journalCalls from '@tengrand/contract/journal.ts'
import { dayMs } from '@tengrand/core/day.ts'

import { call } from '../api/client.ts'
import { requestOptionsOf } from '../api/queries.ts'
import { loadItem, saveItem } from '../browser/storage.ts'
import { usePortfolioOptions, usePortfolioQuery } from '../portfolio/queries.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'
import { instantNow } from '../ui/instant.ts'

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

export const useDueForecasts = (after: string, enabled: boolean) =>
  usePortfolioQuery(journalCalls.dueForecasts, { query: { after } }, ['due-forecasts', after], {
    enabled,
  })

/** After that, closing prices are not expected any more. */
const lateMsMax = 4 * dayMs

/** When the journal was last looked at in this browser, by account and portfolio. */
export function useLastVisit() {
  const [, uid] = useLearnerOptions().queryKey
  const name = `${useStorageName('tengrand-journal-visit')}-${uid}`
  return {
    lastVisit: () => loadItem('localStorage', name) ?? '1970-01-01T00:00:00Z',
    /** A forecast that is due and waits for closing prices comes after this visit, for some days. */
    rememberVisit: (entries: readonly Entry[]) => {
      const now = instantNow()
      const late = entries
        .flatMap(({ due_at, outcome }) =>
          due_at === null || outcome ? [] : Date.parse(due_at) - 1,
        )
        .filter((at) => at > now - lateMsMax)
      saveItem('localStorage', name, new Date(Math.min(now, ...late)).toISOString())
    },
  }
}
