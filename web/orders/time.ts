// Until when an order lasts, on the clock of whoever reads it.
import type { MarketHours } from '@tengrand/core/quote.ts'
import { isOpen } from '@tengrand/core/session.ts'
import { expiryOf, type OrderLasts } from '@tengrand/core/waiting-order.ts'

/** By the clock of the browser: for words alone, because the server decides by its own. */
export const instantNow = (): number => performance.timeOrigin + performance.now()

/** Where that is not today or in the night, with its day. */
export function lastsWords(lasts: OrderLasts, now: number, hours: MarketHours): string {
  const end = expiryOf(lasts, now, hours)
  if (lasts === 'gtc') return date.format(end)
  return (end - now < dayMs ? time : dayAndTime).format(end)
}

export const isOpenNow = (hours: MarketHours | null): boolean =>
  hours !== 'nyse' || isOpen(instantNow())

const dayMs = 86_400_000
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
const dayAndTime = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  hour: 'numeric',
  minute: '2-digit',
})
