// The owner's card for the league itself: its name or all of its rules, the early end, and deleting it.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { Card } from '../ui/card.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import type { Typed } from '../ui/typed-form.tsx'
import { ConfirmedAction } from './confirmed-action.tsx'
import { bodyOf, draftOf } from './draft.ts'
import { LeagueForm, useIsRealMarket, useOpen } from './league-form.tsx'
import { useLeagueChange, type League } from './queries.ts'

export function Manage({ league }: { league: League }) {
  const isReal = useIsRealMarket()
  const params = { league: league.id }
  const canEnd = league.state === 'open' && league.ends_at === league.planned_ends_at
  return (
    <Card title="Manage the league">
      <Edit league={league} />
      {canEnd && (
        <div>
          <ConfirmedAction
            label="End early…"
            title="End this league early?"
            verb="End early"
            send={() => call(leagueCalls.endLeague, { params })}
          >
            It ends in 24 hours{isReal && ', when the market next closes after that'}. All pages of
            the league say so. There's no undo.
          </ConfirmedAction>
        </div>
      )}
      <ConfirmedAction
        label="Delete…"
        title="Delete this league?"
        verb="Delete for good"
        send={() => call(leagueCalls.deleteLeague, { params })}
        isEnd
      >
        The league and everybody's portfolio in it are deleted for good. You can't do this once
        another member has traded.
      </ConfirmedAction>
    </Card>
  )
}

/** The rules can change until the start, as long as nobody else has joined. */
const isNameOnly = ({ state, members }: League): boolean => state !== 'before' || members > 1

function Edit({ league }: { league: League }) {
  const { isOpen, open, close, opener } = useOpen()
  if (isOpen) return <EditForm league={league} onClose={close} />
  return (
    <div>
      <TextButton ref={opener} onClick={open}>
        {isNameOnly(league) ? 'Rename…' : 'Change name and rules…'}
      </TextButton>
    </div>
  )
}

function EditForm({ league, onClose }: { league: League; onClose: () => void }) {
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
