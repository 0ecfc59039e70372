// The sections of the insights page below the first: contributions, what-ifs, luck and habits.
import { Earned, type EarnedProps } from './contributions.tsx'
import { Habits } from './habits.tsx'
import { Luck } from './luck.tsx'
import { Twins } from './what-if.tsx'

export function MoreParts(props: EarnedProps) {
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
