// What became of the order that was placed last, in the place where it was sent from.
import { Notice } from '../ui/notice.tsx'
import type { usePlaceOrder } from './use-place-order.ts'
import { placedWords } from './words.ts'

/** Room for a notice is kept, so that nothing below moves when it comes. */
export function OrderOutcome({ result }: Pick<ReturnType<typeof usePlaceOrder>, 'result'>) {
  return (
    <div className="mt-4 min-h-27 min-[22.5rem]:min-h-22">
      {result?.kind === 'done' && <Notice tone="success">{placedWords(result.order)}</Notice>}
      {result?.kind === 'refused' && (
        <Notice tone="error">
          <p className="wrap-anywhere">{result.words}</p>
          {result.isOpen && (
            <p className="mt-1">You can safely try again: this order is placed once at most.</p>
          )}
        </Notice>
      )}
    </div>
  )
}
