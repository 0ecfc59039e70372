// The form that changes a league: its name, or all of its rules; of a lesson its name and who can join.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import type { Typed } from '../ui/typed-form.tsx'
import { bodyOf, draftOf } from './draft.ts'
import { GuestFields, type GuestChoice } from './guest-fields.tsx'
import { useCanHaveGuests } from './has-guests.ts'
import { LeagueForm } from './league-form.tsx'
import { isNameOnly, useLeagueChange, type League } from './queries.ts'

export default function EditForm({ league, onClose }: { league: League; onClose: () => void }) {
  const { guests = false, generated_names = false } = league
  const [choice, setChoice] = useState<GuestChoice>({ guests, generated_names })
  const canHaveGuests = useCanHaveGuests(league)
  const { mutate, isPending, error } = useLeagueChange(
    (typed: Typed) =>
      call(leagueCalls.changeLeague, {
        params: { league: league.id },
        body: isNameOnly(league)
          ? { name: typed('name'), ...(canHaveGuests && choice) }
          : bodyOf(typed),
      }),
    onClose,
  )
  return (
    <LeagueForm
      first={() => draftOf(league)}
      isNameOnly={isNameOnly(league)}
      label={isPending ? 'Saving...' : 'Save'}
      isSending={isPending}
      error={error}
      onSubmit={(typed) => mutate(typed)}
      onCancel={onClose}
    >
      {canHaveGuests && (
        <div>
          <GuestFields choice={choice} onChange={setChoice} />
          <p className="mt-2 text-12 text-muted">Guests who are here already stay as they are.</p>
        </div>
      )}
    </LeagueForm>
  )
}
