// The query of a learner's chapters: apart from the other queries, because few have more than one.
import type { Answer } from '@tengrand/contract/call.ts'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'

import { call } from '../api/client.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import { useScope } from './scope.tsx'

export type Chapter = Answer<typeof portfolioCalls.chapters>['chapters'][number]

/** Newest first, with the open one. Chapters are of the main portfolio: no other one can be started over. */
export const useChapters = () =>
  useLearnerQuery(['chapters'], (options) => call(portfolioCalls.chapters, {}, options))

/** Whether the portfolio of the screen may have earlier chapters, of which `chapter` is the current one. */
export const useHasEarlier = (chapter: number): boolean =>
  useScope().portfolio === null && chapter > 1
