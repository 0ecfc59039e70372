// The one table of calls: routes, validation both ways, the client's types and the API's documentation are read off it.
import { accountCalls } from './account.ts'
import { configCall } from './config.ts'
import { contestCalls } from './contest.ts'
import { healthCalls } from './health.ts'
import { marketCalls } from './market.ts'
import { orderCalls } from './orders.ts'
import { portfolioCalls } from './portfolio.ts'
import { waitlistCalls } from './waitlist.ts'

export const api = {
  config: configCall,
  ...healthCalls,
  ...accountCalls,
  ...contestCalls,
  ...orderCalls,
  ...waitlistCalls,
  ...portfolioCalls,
  ...marketCalls,
}
