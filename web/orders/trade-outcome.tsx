// The outcome of the last order below its form: the answer or the refusal as a notice.
import type { ReactNode } from 'react'

import { wasAnswered } from '../api/problem.ts'
import type { Outcome } from '../session/learner-mutation.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { timeWords } from './words.ts'

interface TradeOutcomeProps {
  readonly outcome: Outcome<{ readonly message: string }> | null
  /** An order of an earlier visit whose answer was lost. */
  readonly lost?: LostOrderProps | null | undefined
  /** The sentence for an error without one. */
  readonly failed: string
  /** The class that reserves the height of an outcome, from when an order is sent; otherwise false. */
  readonly room: string | false
  /** The classes that clamp a refusal. */
  readonly clamp?: string
  readonly children?: ReactNode
}

/** The height is reserved when the order is sent, because the learner expects a change then: nothing below moves with the answer. */
export function TradeOutcome(props: TradeOutcomeProps) {
  const { outcome, lost, failed, room, clamp = '', children } = props
  const words = outcome?.kind === 'refused' ? (sentenceOf(outcome.error) ?? failed) : undefined
  return (
    <div className={room || lost ? `mt-4 ${room || ''}` : ''}>
      {outcome === null && lost && <LostOrder {...lost} />}
      {outcome?.kind === 'done' && <Notice tone="success">{outcome.answer.message}</Notice>}
      {outcome?.kind === 'done' && outcome.retryOf !== null && (
        <p className="mt-2 px-4 text-14 text-muted">
          Your order from {timeWords(outcome.retryOf)} went through, just once.
        </p>
      )}
      {outcome?.kind === 'refused' && (
        <Notice tone="error">
          <p title={clamp ? words : undefined} className={`wrap-anywhere ${clamp}`}>
            {words}
          </p>
          {outcome.isOpen && <p className="mt-1">{retryWords}</p>}
        </Notice>
      )}
      {children}
    </div>
  )
}

interface LostOrderProps {
  /** 'buy 3 shares of AMD' */
  readonly words: string
  readonly onRetry: () => void
  readonly onForget: () => void
}

function LostOrder({ words, onRetry, onForget }: LostOrderProps) {
  return (
    <Notice tone="warning">
      <p>
        We don't know if your order to {words} went through. {retryWords}
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button kind="secondary" className={small} onClick={onRetry}>
          Try again
        </Button>
        <Button kind="secondary" className={small} onClick={onForget}>
          Forget this order
        </Button>
      </div>
    </Notice>
  )
}

const small = 'min-h-10! px-3.5! text-14!'

const retryWords = "Try again. You won't be charged twice."

/** Undefined without an answer, and for the codes of an answer that is not from the contract. */
const sentenceOf = (error: unknown): string | undefined =>
  wasAnswered(error) && !['unexpected', 'misunderstood'].includes(error.code)
    ? error.sentence
    : undefined
