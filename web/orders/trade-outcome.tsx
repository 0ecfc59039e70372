// What became of the last order, in the place where it was sent from; before the first one, how orders work here.
import { lazyPage } from '../browser/lazy.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { TradeResult } from './use-trade.ts'

interface TradeOutcomeProps {
  readonly result: TradeResult | null
  readonly isBusy: boolean
  /** What the order would be at the price of this moment. */
  readonly agreeTo: string
  readonly onAgree: () => void
}

/** Nobody needs it before the first trade. */
const TradeReceipt = lazyPage(() => import('./receipt.tsx'), null)

/**
 * Room for a notice of three lines is kept, of four on a narrow phone. That for a receipt is made when the order is sent,
 * because the reader expects something to happen then: nothing below moves when the answer comes, however late.
 */
export function TradeOutcome({ result, isBusy, agreeTo, onAgree }: TradeOutcomeProps) {
  const hasRoom = isBusy || result !== null
  return (
    <div className={`mt-4 ${hasRoom ? 'min-h-55' : 'min-h-27 min-[22.5rem]:min-h-22'}`}>
      {result === null && !isBusy && (
        <p className="text-12 text-muted">
          An order runs at the price of the moment it arrives. If that is more than 1% and 2 cents
          away from what you see here, you are asked first.
        </p>
      )}
      {result?.kind === 'done' && <Notice tone="success">{result.words}</Notice>}
      {result?.kind === 'done' && result.receipt && <TradeReceipt {...result.receipt} />}
      {result?.kind === 'refused' && (
        <Notice tone="error">
          <p title={result.words} className="line-clamp-4 wrap-anywhere min-[22.5rem]:line-clamp-3">
            {result.words}
          </p>
          {result.isOpen && (
            <p className="mt-1">
              You can safely try again: this order is carried out once at most.
            </p>
          )}
        </Notice>
      )}
      {result?.kind === 'refused' && result.hasMoved && (
        <Button
          kind="secondary"
          aria-disabled={isBusy}
          onClick={onAgree}
          className="mt-3 w-full tabular-nums aria-disabled:cursor-default aria-disabled:opacity-60"
        >
          {agreeTo}
        </Button>
      )}
    </div>
  )
}
