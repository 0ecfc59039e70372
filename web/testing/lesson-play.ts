// A lesson that is played, as the server sends it: the league, its prices at a tick, its board, and its stream.
import { dayMs } from '@tengrand/core/day.ts'
import { act } from '@testing-library/react'
import { vi } from 'vitest'

import { league, rowOf } from './leagues.ts'
import { portfolioOf, replies, says, type Asked, type Reply } from './learner.tsx'
import { wireQuote } from './tabs.ts'

const letters = 'ABCDEFGHIJKLMNOP'.split('')
const opensAt = Date.UTC(2025, 10, 19, 5)
const ticks = 1_200

/** The market instant of a tick of a year in 20 minutes. */
const instantOf = (tick: number): string =>
  new Date(opensAt + (tick * 365 * dayMs) / ticks).toISOString()

type State = 'lobby' | 'countdown' | 'running' | 'paused' | 'over'

const marketAt = (tick: number, state: State = 'running') => ({
  state,
  tick,
  now: instantOf(tick),
  opens_at: instantOf(0),
  closes_at: instantOf(ticks),
  span: 'year',
  minutes: 20,
  speed: 26_280,
  starts_at: state === 'lobby' ? null : '2026-11-19T09:00:00.000Z',
  ticks_left: ticks - tick,
  fingerprint: 'ab12'.repeat(16),
  listing: letters.map((symbol) => ({ symbol, name: `Stock ${symbol}`, company: null })),
  ended: state === 'over' ? { by: 'organiser', week: 3, removed_members: 0 } : null,
})

/** Of Ann, who is a member, at tick 60. */
export const lesson = {
  ...league,
  kind: 'lesson',
  name: 'Economics 10',
  starts_at: null,
  ends_at: null,
  planned_ends_at: null,
  orders: 'now',
  holdings: 'after',
  members: 27,
  portfolio: 'p-lesson',
  market: marketAt(60),
}

export const lessonIn = (state: State, tick = 60) => ({
  ...lesson,
  state: state === 'lobby' || state === 'countdown' ? 'before' : state === 'over' ? 'over' : 'open',
  market: marketAt(tick, state),
})

/** $100 a share unless `prices` has another price; bid and ask are a tenth of a percent away. */
export const quotesAt = (
  tick: number,
  prices: Readonly<Record<string, number>> = {},
  state: State = 'running',
) => ({
  quotes: letters.map((symbol) => {
    const price = prices[symbol] ?? 100
    const sides = { bid: price * 0.999, ask: price * 1.001 }
    return { ...wireQuote(symbol, price, 0, sides), at: instantOf(tick) }
  }),
  lesson: { state, tick, now: instantOf(tick) },
})

/** Ann is the fourth of 27. */
export const lessonBoard = {
  board: [
    rowOf(3, 'Brave Fox', 4.4),
    { ...rowOf(4, 'Calm Otter 12', 3.25, 10_325), you: true },
    rowOf(null, 'Shy Owl', 0),
  ],
  market: { roi_percentage: 2.5 },
  as_of: '2026-11-19T09:01:00.000Z',
  final: false,
}

/** The same board for all readers of the stream. */
export const boardEvent = (changes: object = {}) => ({
  board: lessonBoard.board.map((row) => ({ ...row, you: false })),
  market: { roi_percentage: 2.5 },
  members: 27,
  final: false,
  ...changes,
})

const holding = {
  ticker: 'D',
  quantity: 20,
  free_quantity: 20,
  avg_price: 90,
  current_price: 100,
  market_value: 2_000,
  gain_loss: 200,
  gain_loss_percent: 11.1111,
}

/** $8,000 and 20 shares of D. */
export const lessonPortfolio = { ...portfolioOf(8_000, [holding]), portfolio: 'p-lesson' }

/** Every stock began at $80. */
const lines = {
  ticks: [0, 30, 60],
  lines: letters.map((ticker) => ({ ticker, prices: [80, 90, 100] })),
}

const history = {
  data: [
    { date: instantOf(0), value: 10_000 },
    { date: instantOf(60), value: 10_000 },
  ],
  benchmark: [],
  metrics: {
    current_value: 10_000,
    period_return: 0,
    period_return_percent: 0,
    total_return: 0,
    total_return_percent: 0,
    benchmark_return: null,
    benchmark_return_percent: null,
  },
}

/** Replies for the page of a lesson, and its stream. */
export function answerLesson(changes: object = {}): LessonStream {
  const stream = new LessonStream()
  Object.assign(replies, {
    '/api/leagues/l-1': says({ ...lesson, ...changes }),
    '/api/leagues/l-1/board': says(lessonBoard),
    '/api/leagues/l-1/quotes': says(quotesAt(60)),
    '/api/leagues/l-1/quotes/stream': stream.reply,
    '/api/leagues/l-1/price-lines': says(lines),
    '/api/portfolio': says(lessonPortfolio),
    '/api/net_worth_history/all': says(history),
  })
  return stream
}

/** Replaces the stream of a lesson; the test sends its events. */
export class LessonStream {
  /** How often it was opened. */
  opened = 0
  readonly #encoder = new TextEncoder()
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null

  readonly reply: Reply = ({ signal }: Asked) => {
    this.opened += 1
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        this.#controller = controller
        signal?.addEventListener('abort', () => {
          if (this.#controller === controller) this.#controller = null
          controller.error(signal.reason)
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }

  get isOpen(): boolean {
    return this.#controller !== null
  }

  /** Waits until the page has opened it. */
  async send(kind: 'tick' | 'board' | 'heartbeat', data: object = {}): Promise<void> {
    await this.sendText(`event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`)
  }

  async sendText(text: string): Promise<void> {
    const controller = await this.#open()
    await act(async () => {
      controller.enqueue(this.#encoder.encode(text))
      await settle()
    })
  }

  /** As the server does for a removed member, and after the end. */
  async close(): Promise<void> {
    const controller = await this.#open()
    this.#controller = null
    await act(async () => {
      controller.close()
      await settle()
    })
  }

  #open() {
    return vi.waitFor(() => {
      if (this.#controller === null) throw new Error('The stream is not open.')
      return this.#controller
    })
  }
}

/** Lets a piece of the stream pass through its decoder. */
const settle = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })
