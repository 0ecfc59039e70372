// What somebody who has not traded yet can do first.
import { Link } from '../link.tsx'

const steps = [
  ['Pick a company', 'Sixteen stocks that most people have heard of. No tickers to know by heart.'],
  ['Buy a few shares', 'At the price of the moment, paid for with virtual cash.'],
  ['See what happens', 'Your value, your gains and your losses, live and day by day.'],
] as const

export function FirstSteps() {
  return (
    <>
      <ol className="grid gap-6 border-t border-line pt-6 sm:grid-cols-3">
        {steps.map(([title, sentence], index) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden="true"
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-muted">{sentence}</p>
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-6 text-muted">
        A mistake costs nothing here and teaches something.{' '}
        <Link to="/getting-started/basics" className="font-medium text-accent underline">
          Read Investment Basics first
        </Link>{' '}
        if you like; it takes five minutes.
      </p>
    </>
  )
}
