// The organiser's button for a code that went around: it removes idle guests and makes a new code.
import { useQueryClient } from '@tanstack/react-query'
import { clearLobby } from '@tengrand/contract/guests.ts'

import { call } from '../api/client.ts'
import { ConfirmedAction } from '../leagues/confirmed-action.tsx'
import { useCanHaveGuests } from '../leagues/has-guests.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useLearnerOptions } from '../session/learner-query.ts'

export function ClearLobby({ league }: { league: Lesson }) {
  const client = useQueryClient()
  const { queryKey } = useLearnerOptions('leagues', league.id)
  if (!useCanHaveGuests(league)) return null
  // The answer has the new code, which must show even if the next request fails: the old code is worthless.
  const send = async (): Promise<void> => {
    const cleared = await call(clearLobby, { params: { league: league.id } })
    client.setQueryData(queryKey, cleared)
  }
  return (
    <div>
      <ConfirmedAction
        label="Clear the lobby…"
        title="Clear the lobby?"
        verb="Clear the lobby"
        isGuarded
        send={send}
      >
        Removes all guests without a trade and makes a new code.
      </ConfirmedAction>
    </div>
  )
}
