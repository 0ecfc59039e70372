// Which gain makes up for which loss: the larger the loss, the more unequal the two.
import { formatPercent, roundTo } from '@tengrand/core/money.ts'

import { Bars } from './bars.tsx'

const bars = [10, 20, 30, 50].map((loss) => {
  const value = gainToRecover(loss)
  return { words: `after losing ${loss}%`, value, shown: formatPercent(value, 1) }
})

export function Recovery() {
  return (
    <Bars
      title="The gain that makes up for a loss"
      caption="Computed: a loss leaves less money, and the gain is counted from what is left."
      bars={bars}
    />
  )
}

/** In percent, both of them. */
export function gainToRecover(loss: number): number {
  return roundTo((100 / (100 - loss) - 1) * 100, 1)
}
