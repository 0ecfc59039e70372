// The dialog with what a member of a league holds, where the rules show it.
import { formatShares, fromDollars, roundTo } from '@tengrand/core/money.ts'

import { ReadDialog } from '../ui/confirm-dialog.tsx'
import { Fact } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useMemberHoldings, type BoardRow, type League } from './queries.ts'

interface MemberHoldingsProps {
  readonly league: League
  readonly row: BoardRow
  readonly onClose: () => void
}

export function MemberHoldings({ league, row, onClose }: MemberHoldingsProps) {
  const view = viewOf(useMemberHoldings(league.id, row.user_id ?? ''), { what: 'the holdings' })
  return (
    <ReadDialog title={`Holdings of ${row.display_name}`} onCancel={onClose}>
      <div className="mt-4">
        <QueryView view={view} loading="Loading holdings...">
          {({ holdings, cash_balance, total_value }) => (
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 tabular-nums [&>dd]:text-right [&>dt]:font-medium [&>dt]:text-ink">
              {holdings.map(({ ticker, quantity, market_value, percent }) => (
                <Fact key={ticker} name={nameIn(league, ticker)}>
                  <span className="text-muted">
                    {formatShares(quantity)}, {roundTo(percent, 0)}%:{' '}
                  </span>
                  <Money amount={fromDollars(market_value)} />
                </Fact>
              ))}
              <Fact name="Cash">
                <Money amount={fromDollars(cash_balance)} />
              </Fact>
              <Fact name="Total">
                <Money amount={fromDollars(total_value)} />
              </Fact>
            </dl>
          )}
        </QueryView>
      </div>
    </ReadDialog>
  )
}

const nameIn = ({ market }: League, symbol: string): string =>
  market?.listing.find((stock) => stock.symbol === symbol)?.name ?? symbol
