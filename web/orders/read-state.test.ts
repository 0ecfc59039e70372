// Tests that every order that ends is announced once, whatever the order of commits, reloads and dismissals.
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { limitBuy } from '../testing/orders.ts'
import type { Order } from './queries.ts'
import { nextState, readAll, unreadOf, type ReadState } from './read-state.ts'

const start = Date.parse('2026-11-13T15:00:00Z')
const timeOf = (second: number): string => new Date(start + second * 1000).toISOString()

interface Plan {
  readonly placed: number
  readonly closed: number
  /** How long after `closed` the transaction is visible. */
  readonly late: number
  /** It expires at `closed`, and the job that says so may be minutes late. */
  readonly expires: boolean
}

const plans = fc.array(
  fc.record({
    placed: fc.integer({ min: 0, max: 500 }),
    closed: fc.integer({ min: 1, max: 500 }),
    late: fc.integer({ min: 0, max: 59 }),
    expires: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)
const acts = fc.array(fc.constantFrom('look', 'look at open orders', 'dismiss', 'reload'), {
  minLength: 80,
  maxLength: 100,
})

const orderOf = ({ placed, closed, expires }: Plan, index: number, isOpen: boolean): Order => ({
  ...(limitBuy as Order),
  id: `order-${index}`,
  placed_at: timeOf(placed),
  expires_at: timeOf(expires ? placed + closed : 9000),
  state: isOpen ? 'open' : 'filled',
  closed_at: isOpen ? null : timeOf(placed + closed),
})

/** The data of the two queries at a time, with the closed orders newest first. */
function answersAt(all: readonly Plan[], second: number, since: string) {
  const orders = all.flatMap((plan, index) => {
    if (plan.placed > second) return []
    const late = plan.expires ? 10 * plan.late : plan.late
    return [orderOf(plan, index, plan.placed + plan.closed + late > second)]
  })
  const closed = orders.filter(({ closed_at }) => closed_at !== null && closed_at >= since)
  return {
    open: orders.filter(({ state }) => state === 'open'),
    closed: closed.toSorted((a, b) => (String(b.closed_at) < String(a.closed_at) ? -1 : 1)),
  }
}

test('each order is announced until it is dismissed, and never again', () => {
  fc.assert(
    fc.property(plans, acts, (all, script) => {
      let state: ReadState = { mark: { since: timeOf(0), read: [] }, seen: [] }
      const dismissed = new Set<string>()
      let closed: readonly Order[] | undefined
      const steps = [...script, 'look', 'dismiss'] as const
      for (const [index, act] of steps.entries()) {
        const second = index < script.length ? index * 10 : 8000
        const { open, ...now } = answersAt(all, second, state.mark?.since ?? '')
        // The query of closed orders is fetched after that of the open ones, and has its previous answer until then.
        if (act !== 'look at open orders') closed = act === 'reload' ? undefined : now.closed
        if (act === 'reload') state = { mark: state.mark, seen: [] }
        else state = nextState(state, open, closed)
        if (!state.mark || !closed) continue
        const unread = unreadOf(state.mark, closed)
        expect(unread.filter(({ id }) => dismissed.has(id))).toEqual([])
        if (act !== 'dismiss') continue
        for (const { id } of unread) dismissed.add(id)
        state = { ...state, mark: readAll(state.mark, state.seen, open, closed) }
      }
      expect(dismissed.size).toBe(all.length)
    }),
    { numRuns: 300 },
  )
})
