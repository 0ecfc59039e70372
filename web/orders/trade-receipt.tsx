// The receipt below the message of a market order: what the learner owns now, the cash, and after the first trade what comes next.
import { formatMoney, formatShares, fromDollars } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { paths, usePaths } from '../browser/paths.ts'
import { usePortfolio } from '../portfolio/queries.ts'
import { useScope } from '../portfolio/scope.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { Gain } from '../ui/money.tsx'
import type { Receipt } from './send-trade.ts'
import { Fact, figures } from '../ui/card.tsx'

interface TradeReceiptProps {
  readonly receipt: Receipt
  /** When the portfolio in the cache was fetched, as the answer came. */
  readonly knownAt: number
  readonly isFirst: boolean
  /** Fills in the form for a stop order to sell these shares. */
  readonly onStop: (quantity: number) => void
}

/** The message has the shares, the price and the total, so they are not repeated here. */
export function TradeReceipt({ receipt, knownAt, isFirst, onStop }: TradeReceiptProps) {
  const { trade, cash_balance } = receipt
  const { realized_gain: gain, realized_gain_percent: percent } = trade
  const owned = useOwnedShares(trade.ticker, knownAt)
  return (
    <div role="group" aria-label="Receipt" className="mt-3">
      <div className="px-4 tabular-nums">
        <p className="min-h-5 font-medium">{owned !== null && ownedWords(trade, owned)}</p>
        <dl className={`mt-1.5 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 ${figures}`}>
          <Fact name="Cash now">{formatMoney(fromDollars(cash_balance))}</Fact>
          {gain !== null && (
            <Fact name={gain < 0 ? 'Realized loss' : 'Realized gain'}>
              <Gain amount={fromDollars(gain)} {...(percent === null ? {} : { percent })} />
            </Fact>
          )}
        </dl>
      </div>
      {isFirst && <NextSteps onStop={() => onStop(trade.quantity)} />}
    </div>
  )
}

/** Null until the portfolio has been fetched again: the one in the cache can be from before the trade. */
function useOwnedShares(ticker: string, knownAt: number): number | null {
  const { data, dataUpdatedAt } = usePortfolio({ enabled: false })
  if (!data || dataUpdatedAt === knownAt) return null
  return data.holdings.find((holding) => holding.ticker === ticker)?.quantity ?? 0
}

function ownedWords({ type, ticker }: Receipt['trade'], owned: number): string {
  if (owned === 0) return `You have no ${ticker} left.`
  const shares = `${formatShares(owned)} of ${ticker}`
  return type === 'BUY' ? `You own ${shares}.` : `You have ${shares} left.`
}

function NextSteps({ onStop }: { onStop: () => void }) {
  const ownPaths = usePaths()
  const hasStops = useScope().contest?.orders !== 'now'
  return (
    <>
      <p className="mt-2 px-4 text-muted">
        A few cents down already? That's{' '}
        <Link
          to={`${paths.basics}#spread`}
          className="text-accent underline underline-offset-3 hover:decoration-2"
        >
          the spread
        </Link>
        , and the price moves every second.
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Link to={ownPaths.portfolio} className={step}>
          See your portfolio
        </Link>
        <Link to={ownPaths.market} className={step}>
          Buy another
        </Link>
        {hasStops && (
          <Button kind="secondary" className={small} onClick={onStop}>
            Set a stop
          </Button>
        )}
      </div>
    </>
  )
}

const small = 'min-h-10! grow px-3.5! text-14!'
const step = `${buttonClass('secondary')} ${small}`
