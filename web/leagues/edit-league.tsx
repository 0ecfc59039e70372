// The form that changes a league: its name, or all of its rules.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import type { Typed } from '../ui/typed-form.tsx'
import { bodyOf, draftOf } from './draft.ts'
import { LeagueForm } from './league-form.tsx'
import { isNameOnly, useLeagueChange, type League } from './queries.ts'

export default function EditForm({ league, onClose }: { league: League; onClose: () => void }) {
  const [first] = useState(() => draftOf(league))
  const { mutate, isPending, error } = useLeagueChange(
    (typed: Typed) =>
      call(leagueCalls.changeLeague, {
        params: { league: league.id },
        body: isNameOnly(league) ? { name: typed('name') } : bodyOf(typed),
      }),
    onClose,
  )
  return (
    <LeagueForm
      first={first}
      isNameOnly={isNameOnly(league)}
      label={isPending ? 'Saving...' : 'Save'}
      isSending={isPending}
      error={error}
      onSubmit={(typed) => mutate(typed)}
      onCancel={onClose}
    />
  )
}
