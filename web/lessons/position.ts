// What the learner has in a lesson: fetched once, and then kept up by the answers to the orders. And an order, one at a time: it is
// answered with the next price, and a lost answer is asked for again under the same key.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Answer } from '@tengrand/contract/call.ts'
import { buy, sell } from '@tengrand/contract/orders.ts'
import { portfolio as portfolioCall } from '@tengrand/contract/portfolio.ts'
import { fromDollars, type Cents } from '@tengrand/core/money.ts'
import { useEffect, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { isFinalRefusal, newKey, sendWithRetry } from '../api/idempotent.ts'
import { ApiProblem, wasAnswered } from '../api/problem.ts'
import { requestOptionsOf } from '../api/queries.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useLearnerOptions } from '../session/learner-query.ts'

export interface Position {
  readonly cash: Cents
  /** By symbol, without stocks that are not held. */
  readonly shares: Readonly<Record<string, number>>
}

type Receipt = Answer<typeof buy>
type OfLearner = ReturnType<typeof usePosition>

export function usePosition({ id, portfolio }: Pick<Lesson, 'id' | 'portfolio'>) {
  const client = useQueryClient()
  const options = useLearnerOptions('leagues', id, 'position')
  const { queryKey } = options
  const query = useQuery<Position>({
    ...options,
    queryFn: async (context) => {
      const asked = { query: { portfolio } }
      const { cash_balance, holdings } = await call(portfolioCall, asked, requestOptionsOf(context))
      const shares = holdings.map(({ ticker, quantity }) => [ticker, quantity] as const)
      return { cash: fromDollars(cash_balance), shares: Object.fromEntries(shares) }
    },
  })
  /** In a lesson the answer has the shares. Other pages fetch the portfolio again when they are opened. */
  const put = async ({ trade: { ticker }, cash_balance, shares = 0 }: Receipt): Promise<void> => {
    // An answer that is under way may be older than the trade.
    await client.cancelQueries({ queryKey })
    client.setQueryData<Position>(
      queryKey,
      (before) =>
        before && {
          cash: fromDollars(cash_balance),
          shares: { ...before.shares, [ticker]: shares },
        },
    )
    const [learner, uid] = queryKey
    void client.invalidateQueries({ queryKey: [learner, uid, portfolio], refetchType: 'none' })
  }
  return { query, put }
}

export interface LessonOrder {
  readonly side: 'buy' | 'sell'
  /** The symbol of the stock. */
  readonly ticker: string
  readonly quantity: number
}

/** What there is to say about the last order. */
export interface OrderNews {
  readonly order: LessonOrder
  /** `info` while it is being sent. */
  readonly tone: 'info' | 'success' | 'error'
  readonly words: string
  /** The key of an order that may have been executed: the learner has to decide about it. */
  readonly openKey?: string | null
}

const shownMs = { success: 6_000, error: 12_000 }

/** `tick` is the one on the screen: an order that arrives much later is refused. */
export function useLessonOrder(portfolio: string, tick: number, { put, query }: OfLearner) {
  const [news, setNews] = useState<OrderNews | null>(null)
  // A ref, because two taps can come before the next render.
  const isSending = useRef(false)
  useEffect(() => {
    if (news === null || news.tone === 'info' || news.openKey) return
    const timer = setTimeout(() => setNews(null), shownMs[news.tone])
    return () => clearTimeout(timer)
  }, [news])

  /** With the key of an earlier try it is sent at the present tick, so that it is not too late again. */
  const send = async (order: LessonOrder, key = newKey()): Promise<void> => {
    if (isSending.current) return
    isSending.current = true
    setNews({ order, tone: 'info', words: 'Waiting for the next price…' })
    try {
      const receipt = await sendOrder({ ...order, portfolio, tick }, key)
      await put(receipt)
      setNews({ order, tone: 'success', words: receipt.message })
    } catch (error) {
      const openKey = isFinalRefusal(error) ? null : key
      setNews({ order, tone: 'error', words: wordsOf(error), openKey })
      void query.refetch()
    } finally {
      isSending.current = false
    }
  }
  return { news, send: (order: LessonOrder, key?: string): void => void send(order, key) }
}

function sendOrder(
  { side, ...body }: LessonOrder & { readonly portfolio: string; readonly tick: number },
  idempotencyKey: string,
): Promise<Receipt> {
  let lost: unknown
  return sendWithRetry(async () => {
    try {
      return await call(side === 'buy' ? buy : sell, { body }, { idempotencyKey })
    } catch (error) {
      // After a lost answer, being too late does not prove that the first try was.
      if (lost !== undefined && error instanceof ApiProblem && error.code === 'too_late') throw lost
      if (!isFinalRefusal(error)) lost = error
      throw error
    }
  })
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
