// The forecasts that came due since the last visit of the journal, and when that was. Apart from the pages of entries, which
// the dashboard does not load.
import * as journalCalls from '@tengrand/contract/journal.ts'
import { dayMs } from '@tengrand/core/day.ts'

import { loadItem, saveItem } from '../browser/storage.ts'
import { usePortfolioQuery } from '../portfolio/queries.ts'
import { useStorageName } from '../portfolio/scope.tsx'
import { useLearnerOptions } from '../session/learner-query.ts'
import { instantNow } from '../ui/instant.ts'
import type { Entry } from './queries.ts'

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
