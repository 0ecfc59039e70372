// The chapters of a learner, and starting the next one: apart from the other questions, because few have more than one.
import { useQueryClient } from '@tanstack/react-query'
import { portfolioCalls } from '@tengrand/contract/portfolio.ts'
import type { Answer } from '@tengrand/contract/call.ts'

import { call } from '../api/client.ts'
import { tellChapter } from './chapter-news.ts'
import {
  invalidateLearnerQueries,
  useLearnerOptions,
  useLearnerQuery,
} from '../session/learner-query.ts'
import { isDecided, sendPatiently } from '../api/send-once.ts'

export type Chapter = Answer<typeof portfolioCalls.chapters>['chapters'][number]
type StartedOver = Answer<typeof portfolioCalls.startOver>

/** Newest first, with the open one. */
export const useChapters = () =>
  useLearnerQuery(['chapters'], (options) => call(portfolioCalls.chapters, {}, options))

/** Under the same key it is done once at most, however often it is sent. Rejects with what became of it. */
export function useStartOver(): (key: string) => Promise<StartedOver> {
  const client = useQueryClient()
  const [, uid] = useLearnerOptions().queryKey
  return async (key) => {
    let isNothingNew = false
    try {
      return await sendPatiently(() =>
        call(portfolioCalls.startOver, { body: {} }, { idempotencyKey: key }),
      )
    } catch (error) {
      isNothingNew = isDecided(error)
      throw error
    } finally {
      // After a refusal too: the chapter may be another one than this page shows.
      void invalidateLearnerQueries(client, uid)
      if (!isNothingNew) tellChapter()
    }
  }
}
