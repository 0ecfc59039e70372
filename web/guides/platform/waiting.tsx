// Orders that wait for a price: what there is, what they hold, and what they cannot do.
import { gtcDays } from '@tengrand/core/waiting-order.ts'

import { GapThroughStop } from '../figures/gap-through-stop.tsx'

export function Waiting() {
  return (
    <>
      <p>
        Under Order you can choose another moment than now. A <strong>limit</strong> buys at your
        price or below, or sells at it or above. A <strong>stop</strong> sells once the price has
        fallen to yours, at whatever it is then. An open order sets its cash or shares aside, for
        the day or until you cancel it, {gtcDays} days at most.
      </p>
      <GapThroughStop />
      <p>
        Our server watches while you are away. An outage is not made up for: the first fresh price
        after it counts.
      </p>
    </>
  )
}
