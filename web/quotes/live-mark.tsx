// Says that prices are live. Its place is kept when they are not, so that nothing moves.
import { useConnectionLost } from '../connection-state.ts'
import { useLive } from './use-quote.ts'

export function LiveMark() {
  const lost = useConnectionLost()
  // A stream can be silent for a while before it is known to be broken.
  const live = useLive() && !lost
  return (
    <span
      className={`inline-flex items-baseline gap-1.5 text-12 font-medium text-accent ${live ? '' : 'invisible'}`}
    >
      <span aria-hidden="true" className="size-1.5 self-center rounded-full bg-accent" />
      Live
    </span>
  )
}
