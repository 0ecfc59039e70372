// What a league is like: its owner, its times and its rules, as a list.
import { formatCount, formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import { Fact } from '../ui/card.tsx'
import { spanWords } from './lesson-words.ts'
import type { Invitation, League } from './queries.ts'
import { exactTime, isTimed, type Timed } from './times.ts'

export function Rules({ league }: { league: League | Invitation }) {
  const { owner, members, kind } = league
  const isLesson = kind === 'lesson'
  // Those who are not in a lesson yet know only its plan.
  const plan = 'portfolio' in league ? league.market : league
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 [&>dd]:wrap-anywhere [&>dd]:text-balance">
      <Fact name={isLesson ? 'Organiser' : 'Owner'}>
        {owner ?? `This ${kind} has no ${isLesson ? 'organiser' : 'owner'} any more.`}
      </Fact>
      <Fact name="Members">{formatQuantity(members)}</Fact>
      {isTimed(league) && <Times league={league} />}
      {plan?.span && <Fact name="Market time">{spanWords[plan.span]}</Fact>}
      {plan?.minutes && <Fact name="Length">{formatCount(plan.minutes, 'minute')}</Fact>}
      <Fact name="Starting cash">{formatMoney(fromDollars(league.starting_cash))}</Fact>
      <Fact name="Orders">{orderWords[league.orders]}</Fact>
      <Fact name="Others see holdings">{holdingWords[league.holdings]}</Fact>
      {isLesson && (
        <Fact name="Ranked">Only members who join in the first tenth of the lesson</Fact>
      )}
    </dl>
  )
}

function Times({ league }: { league: Timed<League | Invitation> }) {
  const { state, starts_at, ends_at, planned_ends_at } = league
  return (
    <>
      <Fact name={state === 'before' ? 'Starts' : 'Started'}>{exactTime(starts_at)}</Fact>
      <Fact name={state === 'over' ? 'Ended' : 'Ends'}>
        {exactTime(ends_at)}
        {ends_at !== planned_ends_at && ' (earlier than planned)'}
      </Fact>
    </>
  )
}

export const orderWords: Readonly<Record<League['orders'], string>> = {
  now: 'Market only',
  all: 'Market, limit, stop',
}

/** When members see what another one holds. */
export const holdingWords: Readonly<Record<League['holdings'], string>> = {
  never: 'Never',
  after: 'After the end',
  always: 'Always',
}
