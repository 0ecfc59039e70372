// What an order will do, in the color of whether it waits, is executed at once, or cannot be.
import type { Plan } from './plan.ts'

interface PlanBoxProps extends Plan {
  readonly id: string
  /** It was to be sent as it is. */
  readonly isFaulty: boolean
  /** It was placed, and nothing has been changed since. */
  readonly isResting: boolean
}

/** As high as its longest words are in most cases, so that nothing below moves with them. */
export function PlanBox({ id, tone, words, isFaulty, isResting }: PlanBoxProps) {
  const look = isResting ? looks.waits : looks[isFaulty ? 'too-much' : tone]
  return (
    <p id={id} className={`mt-3 min-h-24 rounded-control px-4 py-3 tabular-nums ${look}`}>
      {isResting ? 'Change something to place another order.' : words}
    </p>
  )
}

const looks: Readonly<Record<Plan['tone'], string>> = {
  waits: 'bg-sunken',
  fault: 'bg-sunken',
  met: 'bg-accent-soft text-accent',
  'too-much': 'bg-loss-soft text-loss',
}
