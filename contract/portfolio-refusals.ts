// The refusals of portfolios: unknown or closed ones, starting over, and open orders.
import { openOrdersMax } from '@tengrand/core/waiting-order.ts'

import { entry, type RefusalEntry } from './identity-refusals.ts'

/** The details for the sentence of each refusal. */
export interface PortfolioRefusals {
  unknown_portfolio: object
  portfolio_closed: object
  nothing_to_close: object
  /** The earliest instant at which starting over is allowed, in milliseconds. */
  too_soon: { from: number }
  unknown_order: object
  /** No state where only a fill came too late, which no client sees. */
  order_closed: { state?: 'filled' | 'cancelled' | 'expired' }
  too_many_orders: object
}

const newYorkDay = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'America/New_York',
})

export const portfolioRefusals: {
  readonly [Code in keyof PortfolioRefusals]: RefusalEntry<PortfolioRefusals[Code]>
} = {
  unknown_portfolio: entry(404, 'Unknown portfolio', 'There is no such portfolio of yours.'),
  portfolio_closed: entry(
    409,
    'Portfolio closed',
    'This run is closed. You can read it, but not trade in it.',
  ),
  nothing_to_close: entry(409, 'Nothing to close', 'This run has no trade yet.'),
  too_soon: entry(
    409,
    'Too soon',
    ({ from }) => `You can restart again from ${newYorkDay.format(from)}.`,
  ),
  unknown_order: entry(404, 'Unknown order', "You don't have this order."),
  order_closed: entry(
    409,
    'Order closed',
    ({ state = 'filled' }) => `This order is already ${state}.`,
  ),
  too_many_orders: entry(
    409,
    'Too many orders',
    `You have ${openOrdersMax} open orders. Cancel one first.`,
  ),
}
