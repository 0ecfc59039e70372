// The button with which a member leaves a league, and what becomes of their portfolio.
import * as memberCalls from '@tengrand/contract/league-members.ts'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'

import { call } from '../api/client.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import { ConfirmedAction } from './confirmed-action.tsx'
import type { League } from './queries.ts'

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

/** A portfolio without a trade is deleted. After one there is a holding, or a stock that was sold. */
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
