// The owner's card for the league itself: its name or all of its rules, the early end, and deleting it.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useEffect } from 'react'

import { call } from '../api/client.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { Card } from '../ui/card.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { ConfirmedAction } from './confirmed-action.tsx'
import { useCanHaveGuests } from './has-guests.ts'
import { isNameOnly, type League } from './queries.ts'
import { useIsRealMarket } from './real-market.ts'
import { isTimed } from './times.ts'
import { useOpen } from './use-open.ts'

export function Manage({ league }: { league: League }) {
  const isReal = useIsRealMarket()
  const params = { league: league.id }
  const { kind } = league
  const canEnd =
    isTimed(league) && league.state === 'open' && league.ends_at === league.planned_ends_at
  return (
    <Card title={`Manage the ${kind}`}>
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
        title={`Delete this ${kind}?`}
        verb="Delete for good"
        send={() => call(leagueCalls.deleteLeague, { params })}
        isEnd
      >
        The {kind} and everybody's portfolio in it are deleted for good. You can't do this once
        another member has traded.
      </ConfirmedAction>
    </Card>
  )
}

function Edit({ league }: { league: League }) {
  const { isOpen, open, close, opener } = useOpen()
  const canHaveGuests = useCanHaveGuests(league)
  const nameWords = canHaveGuests ? 'Change name and guests…' : 'Rename…'
  // A failure shows where the form is opened.
  useEffect(() => void EditForm.load().catch(() => undefined), [])
  if (isOpen) return <EditForm league={league} onClose={close} />
  return (
    <div>
      <TextButton ref={opener} onClick={open}>
        {isNameOnly(league) ? nameWords : 'Change name and rules…'}
      </TextButton>
    </div>
  )
}

const EditForm = lazyComponent(() => import('./edit-league.tsx'), {
  loading: () => <div className="skeleton h-40" />,
})
