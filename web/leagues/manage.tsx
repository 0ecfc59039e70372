// The owner's card for the league itself: its name or all of its rules, the early end, and deleting it; and the button with
// which a member leaves it.
import * as memberCalls from '@tengrand/contract/league-members.ts'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'
import { useEffect } from 'react'

import { call } from '../api/client.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { useLearnerQuery } from '../session/learner-query.ts'
import { Card } from '../ui/card.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { ConfirmedAction } from './confirmed-action.tsx'
import { useCanHaveGuests } from './has-guests.ts'
import { isNameOnly, useIsRealMarket, type League } from './queries.ts'
import { isTimed } from './times.ts'
import { useOpen } from '../ui/use-open.ts'

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

export function Leave({ league, you }: { league: League; you: string }) {
  const params = { league: league.id, user_id: you }
  return (
    <ConfirmedAction
      label={`Leave the ${league.kind}…`}
      title={`Leave ${league.name}?`}
      verb="Leave"
      send={() => call(memberCalls.removeMember, { params })}
      isEnd
    >
      <Meaning portfolio={league.portfolio} />
    </ConfirmedAction>
  )
}

/** What becomes of it. A portfolio without a trade is deleted. After one there is a holding, or a stock that was sold. */
function Meaning({ portfolio }: { portfolio: string }) {
  const query = { portfolio }
  const { data } = useLearnerQuery(portfolioCalls.portfolio, { query }, [portfolio, 'portfolio'])
  if (data === undefined) {
    return 'Your portfolio here is deleted if it has no trade. Otherwise it closes for good.'
  }
  return data.holdings.length + data.realized.length === 0
    ? 'Your portfolio here has no trade, so it is deleted. With the code you can join again.'
    : "Your portfolio here closes for good and leaves the board. You can still read it, but you can't join again."
}
