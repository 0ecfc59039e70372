// The query of a learner's runs, which the API calls chapters, and the link to the closed ones.
import type { Answer } from '@tengrand/contract/call.ts'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import { usePortfolio } from './queries.ts'
import { useScope } from './scope.tsx'

export type Chapter = Answer<typeof portfolioCalls.chapters>['chapters'][number]

/** Newest first, with the open one. Only the main portfolio has chapters: no other one can be started over. */
export const useChapters = (extras?: { enabled: boolean }) =>
  useLearnerQuery(portfolioCalls.chapters, {}, ['chapters'], extras)

/** Renders nothing where there is no closed chapter, as after the deletion of an account. */
export function EarlierLink() {
  const { data: portfolio } = usePortfolio()
  const isMain = useScope().portfolio === null
  const hasEarlier = isMain && portfolio !== undefined && portfolio.chapter > 1
  const { data } = useChapters({ enabled: hasEarlier })
  const closed = (data?.chapters.length ?? 1) - 1
  // A disabled query has the data of the cache, which a page of the main portfolio may have loaded.
  if (!hasEarlier || closed === 0) return null
  return (
    <p className="mt-5">
      <Link to={paths.runs} className="font-medium text-accent underline">
        See your earlier {closed === 1 ? 'run' : 'runs'}
      </Link>
    </p>
  )
}
