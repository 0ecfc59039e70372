// Says that prices are live, and what prices they are. The place of Live is kept when they are not, so that nothing moves.
import { useConnectionLost } from '../../browser/connection-state.ts'
import { PriceSource } from '../../session/price-source.tsx'
import { useLive } from './use-quote.ts'

/** An old price is not called live, however fast a new one would be heard of. */
export function LiveMark({ isFresh = true }: { isFresh?: boolean }) {
  const lost = useConnectionLost()
  // A stream can be silent for a while before it is known to be broken.
  const live = useLive() && !lost
  return (
    <span className="inline-flex items-baseline gap-3 text-12">
      {isFresh && (
        <span
          className={`inline-flex items-baseline gap-1.5 font-medium text-accent ${live ? '' : 'invisible'}`}
        >
          <span aria-hidden="true" className="size-1.5 self-center rounded-full bg-accent" />
          Live
        </span>
      )}
      <PriceSource />
    </span>
  )
}
