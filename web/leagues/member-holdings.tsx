// The dialog with what a member of a league holds, where the rules show it.
import { formatShares, fromDollars, roundTo } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Money } from '../ui/money.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useMemberHoldings, type BoardRow } from './queries.ts'

interface MemberHoldingsProps {
  readonly league: string
  readonly row: BoardRow
  readonly onClose: () => void
}

export function MemberHoldings({ league, row, onClose }: MemberHoldingsProps) {
  const view = viewOf(useMemberHoldings(league, row.user_id ?? ''), {
    error: ({ message }) => `Failed to load the holdings: ${message}`,
  })
  return (
    <Dialog title={`Holdings of ${row.display_name}`} onCancel={onClose}>
      <div className="mt-4">
        <QueryView view={view} loading="Loading holdings..." empty={['', '']}>
          {({ holdings, cash_balance, total_value }) => (
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 tabular-nums">
              {holdings.map(({ ticker, quantity, market_value, percent }) => (
                <Line key={ticker} name={ticker} value={market_value}>
                  {formatShares(quantity)}, {roundTo(percent, 0)}%:{' '}
                </Line>
              ))}
              <Line name="Cash" value={cash_balance} />
              <Line name="Total" value={total_value} />
            </dl>
          )}
        </QueryView>
      </div>
      <Button kind="secondary" onClick={onClose} className="mt-5 w-full">
        Close
      </Button>
    </Dialog>
  )
}

interface LineProps {
  readonly name: string
  readonly value: number
  readonly children?: ReactNode
}

const Line = ({ name, value, children }: LineProps) => (
  <>
    <dt className="font-medium">{name}</dt>
    <dd className="text-right">
      <span className="text-muted">{children}</span>
      <Money amount={fromDollars(value)} />
    </dd>
  </>
)
