// What a league is like: its owner, its times and its rules, as a list.
import { formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import type { League } from './queries.ts'
import { exactTime } from './times.ts'

/** What members know, and everybody who has the code. */
type Described = Pick<
  League,
  | 'owner'
  | 'members'
  | 'state'
  | 'starting_cash'
  | 'starts_at'
  | 'ends_at'
  | 'planned_ends_at'
  | 'orders'
  | 'holdings'
>

export function Rules({ league }: { league: Described }) {
  const { owner, members, state, starts_at, ends_at, planned_ends_at } = league
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5">
      <Rule name="Owner">{owner ?? 'This league has no owner any more.'}</Rule>
      <Rule name="Members">{formatQuantity(members)}</Rule>
      <Rule name={state === 'before' ? 'Starts' : 'Started'}>{exactTime(starts_at)}</Rule>
      <Rule name={state === 'over' ? 'Ended' : 'Ends'}>
        {exactTime(ends_at)}
        {ends_at !== planned_ends_at && ' (earlier than planned)'}
      </Rule>
      <Rule name="Starting cash">{formatMoney(fromDollars(league.starting_cash))}</Rule>
      <Rule name="Orders">{orderWords[league.orders]}</Rule>
      <Rule name="Others see holdings">{holdingWords[league.holdings]}</Rule>
    </dl>
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

function Rule({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="wrap-anywhere text-balance">{children}</dd>
    </>
  )
}
