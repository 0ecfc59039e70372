// The sections of the platform guide on orders: those that execute at once, and those that wait for a price.
import { gtcDays } from '@tengrand/core/waiting-order.ts'

import { PriceGuard } from '../figures/price-guard.tsx'
import { GapThroughStop } from '../figures/gap-through-stop.tsx'
import { prose } from '../prose.tsx'

export const trading = prose`
  1. Open the page of a stock and choose Buy or Sell.
  1. Enter a quantity of whole shares.
  1. Press Execute Trade.

  Every price has two sides: a buy pays the ask, a sale gets the bid, and everything else counts
  with the price between them. The form names the side of your order: **Buys at** or **Sells at**.
  The gap is the **spread**: whoever buys and sells at once has lost it. In the simulated market,
  the two are one cent apart at most. Real prices we know in whole cents only: there they are two
  cents apart at most.

  The order is executed at once, at the price that our server has for its side at that instant,
  which may differ a little from the one on your screen. A guard protects you: if it is more than
  1% and more than 2 cents away from the price that you saw, in either direction, nothing is
  traded, and you see the new price and can decide again.

  ${<PriceGuard />}

  There is no borrowing and no selling of what you do not own. An order can be for 1 to 1,000,000
  shares. There are no fees and no taxes. Dividends and interest are not paid.

  When an order cannot be executed, nothing is traded and the answer says why:

  - **Not enough cash**, or **not enough shares**: the answer says how much you have.
  - **The price has moved**: the guard is at work.
  - **The market is closed**: the answer says on which day and at what time it opens.
  - **The price is too old**, or there is none: try again a little later.
`

export const waiting = prose`
  Under Order you can choose another moment than now. A **limit** buys at your price or below, or
  sells at it or above. A **stop** sells once the price has fallen to yours, at whatever it is
  then. An open order sets its cash or shares aside, for the day or until you cancel it,
  ${gtcDays} days at most.

  ${<GapThroughStop />}

  Our server watches while you are away. An outage is not made up for: the first fresh price after
  it counts.
`
