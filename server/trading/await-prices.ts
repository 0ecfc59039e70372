// On a provider's market an order waits, before the queue, for a price that was asked for after it had arrived.
import type { Market } from '../market/market.ts'
import type { Outcome } from './batch.ts'
import { busy, type Lane } from './lane.ts'
import { createPlaces } from './places.ts'

/**
 * A first look tells what needs no new price: a closed market, or an order that was executed already and is sent once
 * more. Everything else waits where it holds up nobody, and is decided then.
 */
export function awaitPrices(lane: Lane, { freshFor }: Pick<Market, 'freshFor'>): Lane {
  if (freshFor === undefined) return lane
  const places = createPlaces(waitingPerAccountMax)
  return {
    ...lane,
    place: async (order) => {
      const first = await lane.place(order)
      if (!wantsNewPrice(first)) return first
      if (!places.take(order.accountId)) return busy
      const came = await freshFor(order.ticker, order.arrivedAt).finally(() => {
        places.leave(order.accountId)
      })
      return came ? lane.place(order) : first
    },
  }
}

/** Each may be for another stock, and a provider that tells one at a time is asked for one a second. */
const waitingPerAccountMax = 4

const wantsNewPrice = (outcome: Outcome): boolean =>
  'refusal' in outcome &&
  outcome.refusal.code === 'price_stale' &&
  outcome.refusal.ageMinutes === null
