// The query of a learner's chapters: apart from the other queries, because few have more than one.
import type { Answer } from '@tengrand/contract/call.ts'
import { portfolioCalls } from '@tengrand/contract/portfolio.ts'

import { call } from '../api/client.ts'
import { useLearnerQuery } from '../session/learner-query.ts'

export type Chapter = Answer<typeof portfolioCalls.chapters>['chapters'][number]

/** Newest first, with the open one. */
export const useChapters = () =>
  useLearnerQuery(['chapters'], (options) => call(portfolioCalls.chapters, {}, options))
