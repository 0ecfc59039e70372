// The sections of the platform guide on market, limit and stop orders.
import { gtcDays } from '@tengrand/core/waiting-order.ts'

import { PriceGuard } from '../figures/price-guard.tsx'
import { GapThroughStop } from '../figures/gap-through-stop.tsx'
import { paths } from '../../browser/paths.ts'
import { prose, TryNow } from '../prose.tsx'

export const trading = prose`
  1. Open the page of a stock and choose Buy or Sell.
  1. Enter whole shares or dollars.
  1. Press Execute Trade.

  ${<TryNow to={paths.stock('AAPL')} />}

  Every price has two sides. When you buy you pay the ask, when you sell you get the bid, and
  everything else uses the price between them. The form shows the side of your order: **Buys at**
  or **Sells at**. The gap is [the spread](${paths.basics}#spread). In the simulated market, the
  two are one cent apart at most. With real prices they are two cents apart at most.

  You get the price at the moment you trade, with a guard. If the price is more than 1%
  and more than 2 cents away from the price you saw, nothing is traded and you can decide again.

  ${<PriceGuard />}

  You can't borrow money or sell shares you don't own. An order can be for 1 to 1,000,000 shares.
  There are no fees, taxes, dividends or interest.

  When nothing is traded, you see why:

  - **Not enough cash**, or **not enough shares**. You see how much you have.
  - **The price has moved.** The guard stopped your order.
  - **The market is closed.** You see when it opens.
  - **The price is too old.** Try again later.
`

export const waiting = prose`
  Under Order, choose how to trade. A **market** order trades right away. A **limit** order buys
  at your price or below, or sells at it or above. A **stop** order sells once the price has
  fallen to yours. If the price jumps below your stop, you sell for less.

  ${<GapThroughStop />}

  An open order sets its cash or shares aside for today, or until you cancel it, at most ${gtcDays}
  days. It works while you are away. If our server is down, the first fresh price afterwards
  counts.
`
