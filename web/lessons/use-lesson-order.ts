// An order in a lesson, one at a time. It is answered with the next price; a lost answer is asked for again under the same key.
import { buy, sell } from '@tengrand/contract/orders.ts'
import { useEffect, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { isFinalRefusal, newKey, sendWithRetry } from '../api/idempotent.ts'
import { ApiProblem, wasAnswered } from '../api/problem.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { usePositionChange, type Receipt } from './position.ts'

export interface LessonOrder {
  readonly side: 'buy' | 'sell'
  /** The symbol of the stock. */
  readonly ticker: string
  readonly quantity: number
}

/** With the symbol of its stock. */
export type OrderState = { readonly ticker: string } & (
  | { readonly kind: 'sending' }
  | { readonly kind: 'done'; readonly message: string }
  /** With `retry`, the order may have been executed. */
  | { readonly kind: 'refused'; readonly words: string; readonly retry: (() => void) | null }
)

/** Whether the learner has to decide about it. */
const isOpen = (order: OrderState): boolean => order.kind === 'refused' && order.retry !== null

const calls = { buy, sell }
const shownMs = { done: 6_000, refused: 12_000 }

/** `tick` is the one on the screen: an order that arrives much later is refused. */
export function useLessonOrder(lesson: Lesson, tick: number) {
  const [order, setOrder] = useState<OrderState | null>(null)
  // A ref, because two taps can come before the next render.
  const isSending = useRef(false)
  const shownTick = useRef(tick)
  const { put, refetch } = usePositionChange(lesson)
  useEffect(() => {
    shownTick.current = tick
  }, [tick])
  useEffect(() => {
    if (order === null || order.kind === 'sending' || isOpen(order)) return
    const timer = setTimeout(() => setOrder(null), shownMs[order.kind])
    return () => clearTimeout(timer)
  }, [order])

  const send = async (asked: LessonOrder, key: string): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    const { ticker } = asked
    setOrder({ ticker, kind: 'sending' })
    try {
      const receipt = await sendOrder(asked, { lesson, key, tick: shownTick.current })
      await put(receipt)
      setOrder({ ticker, kind: 'done', message: receipt.message })
    } catch (error) {
      // With the next tap it is sent at the tick of that tap, so that it is not too late again.
      const retry = isFinalRefusal(error) ? null : () => void send(asked, key)
      setOrder({ ticker, kind: 'refused', words: wordsOf(error), retry })
      refetch()
    } finally {
      isSending.current = false
    }
  }
  return {
    /** Null where there is nothing to say. */
    order,
    submit: (asked: LessonOrder): void => void send(asked, newKey()),
  }
}

interface Sending {
  readonly lesson: Lesson
  readonly key: string
  readonly tick: number
}

async function sendOrder(
  { side, ...order }: LessonOrder,
  { lesson: { portfolio }, key, tick }: Sending,
): Promise<Receipt> {
  let lost: unknown
  const sendOnce = async (): Promise<Receipt> => {
    try {
      return await call(
        calls[side],
        { body: { ...order, portfolio, tick } },
        { idempotencyKey: key },
      )
    } catch (error) {
      // After a lost answer, being too late does not prove that the first try was.
      if (lost !== undefined && error instanceof ApiProblem && error.code === 'too_late') throw lost
      if (!isFinalRefusal(error)) lost = error
      throw error
    }
  }
  const receipt = await sendWithRetry(sendOnce)
  if (receipt.error !== null)
    throw new ApiProblem({ status: 200, code: 'refused', sentence: receipt.error })
  return receipt
}

const wordsOf = (error: unknown): string =>
  wasAnswered(error)
    ? (ownWords[error.code] ?? error.sentence)
    : 'No answer came. Your order may have gone through, or not.'

/** Where the sentence of the server is about leagues, or leaves open what to do. */
const ownWords: Readonly<Record<string, string>> = {
  contest_not_begun: 'The lesson has not started yet.',
  contest_over: 'The lesson is over.',
  too_late:
    'Your order came too late, because the prices have moved on. Look at them, and order again.',
}
