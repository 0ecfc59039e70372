// The parts of the page below the first, with code of their own: what earned it, twins, luck and habits.
import { Earned, type EarnedProps } from './contributions.tsx'
import { Habits } from './habits.tsx'
import { Luck } from './luck.tsx'
import { Twins } from './twins.tsx'

export default function MoreParts(props: EarnedProps) {
  return (
    <>
      <Earned {...props} />
      <Twins {...props} />
      <div className="grid gap-5 *:min-w-0 lg:grid-cols-2">
        <Luck {...props} />
        <Habits {...props} />
      </div>
      <p className="text-12 text-muted">
        Days are those of New York.
        {!props.isClosed &&
          ' Prices move while parts are loaded, so that two of them may differ by a little.'}
      </p>
    </>
  )
}
