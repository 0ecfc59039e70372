// The money that every learner starts with, and what can be done with it.
import { startingCash } from '@tengrand/core/ledger.ts'

import { Card } from '../ui/card.tsx'
import { Money } from '../ui/money.tsx'

const steps = [
  ['Pick a company', 'Sixteen stocks that most people have heard of. No tickers to know by heart.'],
  ['Buy a few shares', 'At the price of the moment, paid for with virtual cash.'],
  ['See what happens', 'Your value, your gains and your losses, day by day.'],
] as const

export function StartingCash() {
  return (
    <Card>
      <p className="text-muted">Every learner starts with</p>
      <p className="text-44 font-semibold tracking-tight">
        <Money amount={startingCash} />
      </p>
      <p className="mt-2 max-w-prose text-15 text-muted">
        Virtual money, so a mistake costs nothing and teaches something. Trading opens here soon;
        until then, follow the prices and have a look around.
      </p>
      <ol className="mt-6 grid gap-6 border-t border-line pt-6 sm:grid-cols-3">
        {steps.map(([title, sentence], index) => (
          <li key={title}>
            <span
              aria-hidden="true"
              className="mb-3 flex size-7 items-center justify-center rounded-full bg-accent-soft text-12 font-semibold text-accent"
            >
              {index + 1}
            </span>
            <h2 className="font-semibold">{title}</h2>
            <p className="mt-1 text-muted">{sentence}</p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
