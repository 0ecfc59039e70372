// The call that creates a league or a lesson. A lost answer does not create it twice.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import type { Asked } from '@tengrand/contract/call.ts'

import { call } from '../api/client.ts'
import { useNavigate } from '../browser/router.tsx'
import { useLearnerMutation } from '../session/learner-mutation.ts'

type Wish = Asked<typeof leagueCalls.createLeague>['body']

/** `pathOf` is the page that is shown then. */
export function useCreate(pathOf: (id: string) => string) {
  const navigate = useNavigate()
  const { submit, isSending, outcome } = useLearnerMutation({
    storedAs: 'tengrand-league-requests',
    send: (body: Wish, key) => call(leagueCalls.createLeague, { body }, { idempotencyKey: key }),
    isRetry: (sent, next) => JSON.stringify(sent) === JSON.stringify(next),
    onSettled: (settled) => {
      if (settled.kind === 'done') navigate(pathOf(settled.answer.id))
    },
  })
  return { submit, isSending, refused: outcome?.kind === 'refused' ? outcome : {} }
}
