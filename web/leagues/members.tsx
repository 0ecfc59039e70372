// The owner's table of all members with the names that they gave, sorted by any column, with a download and removal.
import * as memberCalls from '@tengrand/contract/league-members.ts'
import { formatQuantity, fromDollars, roundTo } from '@tengrand/core/money.ts'
import { useState, type ComponentType, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { Card } from '../ui/card.tsx'
import { DownloadCsv } from '../portfolio/download-csv.tsx'
import { Triangle } from '../ui/icons.tsx'
import { GainPercent, Money } from '../ui/money.tsx'
import { orderBy, type Order } from '../ui/order.ts'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { ConfirmedAction } from './confirmed-action.tsx'
import { useMembers, type League, type Member } from './queries.ts'

interface MembersProps {
  readonly league: League
  /** The owner, who cannot be removed; undefined until the board is there. */
  readonly you: string | null | undefined
  /** Around the row of a guest, with what the owner can do for guests. */
  readonly guestRow?: ComponentType<GuestRowProps>
}

export interface GuestRowProps {
  readonly league: string
  readonly member: Member
  /** The row, with this in place of a real name, which guests do not give. */
  readonly children: (inPlaceOfName: ReactNode) => ReactNode
}

export function Members({ league, you, guestRow: GuestRow = NoGuestRow }: MembersProps) {
  const { id, state } = league
  const view = viewOf(useMembers(id), { what: 'the members' })
  const [order, setOrder] = useState(firstOrder)
  return (
    <Card
      title="Members"
      aside={
        <DownloadCsv
          what="the members"
          file="tengrand-league-members"
          load={() => call(memberCalls.leagueMembersCsv, { params: { league: id } })}
        />
      }
    >
      <QueryView view={view} loading="Loading members...">
        {({ members }) => (
          <table aria-label="Members" className="w-full max-md:block">
            <Head order={order} onChange={setOrder} />
            <tbody className="max-md:block">
              {inOrder(members, order).map((member) => (
                <GuestRow key={member.user_id} league={id} member={member}>
                  {(inPlaceOfName) => (
                    <Row member={member} isYou={member.user_id === you} realName={inPlaceOfName}>
                      {state !== 'over' && you !== undefined && member.user_id !== you && (
                        <Remove league={id} member={member} />
                      )}
                    </Row>
                  )}
                </GuestRow>
              ))}
            </tbody>
          </table>
        )}
      </QueryView>
    </Card>
  )
}

const NoGuestRow = ({ member, children }: GuestRowProps) => children(member.organiser_name)

const columns = [
  ['display_name', 'Name', 'text-left'],
  ['organiser_name', 'Real name', 'text-left'],
  ['last_active', 'Last active', 'text-left'],
  ['trades', 'Trades', 'text-right'],
  ['current_value', 'Value', 'text-right'],
  ['roi_percentage', 'Return', 'text-right'],
  ['largest_percent', 'Largest stock', 'text-right'],
] as const

type Column = (typeof columns)[number][0]

const firstOrder: Order<Column> = { by: 'display_name', direction: 'ascending' }

/** Members without a name for the organiser come last. */
function inOrder(members: readonly Member[], { by, direction }: Order<Column>): Member[] {
  const sign = direction === 'ascending' ? 1 : -1
  return members.toSorted((a, b) => {
    const [left, right] = [a[by], b[by]]
    if (typeof left === 'number' && typeof right === 'number') return sign * (left - right)
    if (!left || !right) return Number(!left) - Number(!right)
    return sign * inLetters.compare(String(left), String(right))
  })
}

const inLetters = new Intl.Collator('en', { numeric: true })

interface HeadProps {
  readonly order: Order<Column>
  readonly onChange: (order: Order<Column>) => void
}

/** On a phone the heads stand above the rows as a line of buttons. */
const Head = ({ order, onChange }: HeadProps) => (
  <thead className="max-md:block">
    <tr className="text-12 text-muted max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3">
      <td className="pr-1 md:hidden">Sort by</td>
      {columns.map(([column, name, look]) => (
        <th
          key={column}
          scope="col"
          aria-sort={column === order.by ? order.direction : undefined}
          className={`pb-1.5 pl-3 nth-2:pl-0 max-md:p-0 ${look}`}
        >
          <button
            type="button"
            onClick={() => onChange(orderBy({ by: column, direction: 'ascending' }, order))}
            className="inline-flex min-h-8 items-center gap-1 rounded-sm font-medium whitespace-nowrap hover:text-ink max-md:min-h-10"
          >
            {name}
            {column === order.by && <Triangle up={order.direction === 'ascending'} />}
          </button>
        </th>
      ))}
      <th scope="col">
        <span className="sr-only">Remove</span>
      </th>
    </tr>
  </thead>
)

interface RowProps {
  readonly member: Member
  readonly realName: ReactNode
  readonly isYou: boolean
  readonly children: ReactNode
}

/** On a phone: name and value, name for the organiser, activity and return, trades and largest stock, and the button. */
function Row({ member, realName, isYou, children }: RowProps) {
  const { trades } = member
  return (
    <tr className="border-t border-line max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-1.5 max-md:gap-y-0.5 max-md:py-3">
      <th
        scope="row"
        className="py-2.5 text-left font-medium wrap-anywhere max-md:col-span-2 max-md:p-0"
      >
        {member.display_name}
        {isYou && <span className="font-normal text-muted"> (you)</span>}
        {member.guest && <span className="font-normal text-muted"> (guest)</span>}
      </th>
      <td className={`${cell} wrap-anywhere max-md:col-span-3`}>{realName}</td>
      <td className={`${cell} whitespace-nowrap max-md:col-span-2`}>
        <span className="text-muted md:hidden">Active </span>
        {day.format(Date.parse(member.last_active))}
      </td>
      <td className={`${cell} text-right max-md:col-start-3`}>
        {formatQuantity(trades)}
        <span className="md:hidden">{trades === 1 ? ' trade' : ' trades'}</span>
      </td>
      <td className={`${cell} text-right max-md:col-start-3 max-md:row-start-1`}>
        <Money amount={fromDollars(member.current_value)} />
      </td>
      <td className={`${cell} max-md:col-span-2 md:text-right`}>
        <GainPercent value={member.roi_percentage} />
      </td>
      <td className={`${cell} text-right max-md:col-start-3`}>
        <span className="text-muted md:hidden">Largest </span>
        {roundTo(member.largest_percent, 0)}%
      </td>
      <td className={`${cell} max-md:col-span-3`}>
        <div className="flex min-h-10 items-center justify-end max-md:min-h-0">{children}</div>
      </td>
    </tr>
  )
}

const cell = 'py-2.5 pl-3 tabular-nums max-md:p-0'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

function Remove({ league, member }: { league: string; member: Member }) {
  const { user_id, display_name, guest = false } = member
  return (
    <ConfirmedAction
      label="Remove…"
      name={`Remove ${display_name}`}
      title={`Remove ${display_name}?`}
      verb="Remove"
      send={() => call(memberCalls.removeMember, { params: { league, user_id } })}
    >
      {guest
        ? "They leave the lesson, and this guest can't come back. With the code they could join as a new guest, unless you close the door."
        : "They leave the board and can't join again with this account. If they have traded, they can still read their portfolio."}
    </ConfirmedAction>
  )
}
