// What became of the last order, in the place where it was sent from.
import type { ReactNode } from 'react'

import type { Outcome } from '../session/learner-mutation.ts'
import { Notice } from '../ui/notice.tsx'
import { answeredWords } from './stock-sentence.ts'

interface TradeOutcomeProps {
  readonly outcome: Outcome<{ readonly message: string }> | null
  /** Where the server has not said why. */
  readonly failed: string
  /** What is done with the order once at most. */
  readonly done: string
  /** Room for more than a notice. */
  readonly hasRoom?: boolean
  /** How the words of a refusal look. */
  readonly look?: string
  readonly children?: ReactNode
}

/**
 * Room for a notice of three lines is kept, of four on a narrow phone. That for a receipt is made when the order is sent,
 * because the reader expects something to happen then: nothing below moves when the answer comes, however late.
 */
export function TradeOutcome(props: TradeOutcomeProps) {
  const { outcome, failed, done, hasRoom, look = '', children } = props
  const words = outcome?.kind === 'refused' ? (answeredWords(outcome.error) ?? failed) : undefined
  return (
    <div className={`mt-4 ${hasRoom ? 'min-h-55' : 'min-h-27 min-[22.5rem]:min-h-22'}`}>
      {outcome?.kind === 'done' && <Notice tone="success">{outcome.answer.message}</Notice>}
      {outcome?.kind === 'refused' && (
        <Notice tone="error">
          <p title={look ? words : undefined} className={`wrap-anywhere ${look}`}>
            {words}
          </p>
          {outcome.isOpen && (
            <p className="mt-1">You can safely try again: this order is {done} once at most.</p>
          )}
        </Notice>
      )}
      {children}
    </div>
  )
}
