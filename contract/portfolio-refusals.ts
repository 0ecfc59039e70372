// The refusals of portfolios: unknown or closed ones, starting over, and open orders.
import { minuteMs } from '@tengrand/core/day.ts'
import { noteEditMs } from '@tengrand/core/journal.ts'
import { openOrdersMax } from '@tengrand/core/waiting-order.ts'

import { entry } from './identity-refusals.ts'

const newYorkDay = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'America/New_York',
})

export const portfolioRefusals = {
  unknown_portfolio: entry(404, 'Unknown portfolio', 'There is no such portfolio of yours.'),
  portfolio_closed: entry(
    409,
    'Portfolio closed',
    'This run is closed. You can read it, but not trade in it.',
  ),
  nothing_to_close: entry(409, 'Nothing to close', 'This run has no trade yet.'),
  /** The earliest instant at which starting over is allowed, in milliseconds. */
  too_soon: entry(
    409,
    'Too soon',
    ({ from }: { from: number }) => `You can restart again from ${newYorkDay.format(from)}.`,
  ),
  unknown_order: entry(404, 'Unknown order', "You don't have this order."),
  /** No state where only a fill came too late, which no client sees. */
  order_closed: entry(
    409,
    'Order closed',
    ({ state = 'filled' }: { state?: 'filled' | 'cancelled' | 'expired' }) =>
      `This order is already ${state}.`,
  ),
  too_many_orders: entry(
    409,
    'Too many orders',
    `You have ${openOrdersMax} open orders. Cancel one first.`,
  ),
  unknown_entry: entry(404, 'Unknown entry', "You don't have this journal entry."),
  note_closed: entry(
    409,
    'Reason closed',
    `You can change a reason for ${noteEditMs / minuteMs} minutes after the order.`,
  ),
  journal_hidden: entry(403, 'Journal hidden', "This member doesn't show you their journal."),
}
