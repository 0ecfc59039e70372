// What a page shows until it is there: what it will hold, said plainly.
import { Card } from './card.tsx'
import { Icon, type IconName } from './icons.tsx'
import { PageHeading } from './page-heading.tsx'

interface BeingBuiltProps {
  readonly title: string
  readonly icon: IconName
  readonly sentence: string
  readonly plans: readonly string[]
}

export function BeingBuilt({ title, icon, sentence, plans }: BeingBuiltProps) {
  return (
    <>
      <PageHeading title={title} className="text-24 font-semibold tracking-tight" />
      <p className="mt-1 max-w-prose text-15 text-muted">{sentence}</p>
      <Card className="mt-5 max-w-2xl">
        <span className="inline-flex size-11 items-center justify-center rounded-control bg-accent-soft text-accent">
          <Icon name={icon} />
        </span>
        <h2 className="mt-4 text-16 font-semibold tracking-tight">This page is being built</h2>
        <p className="mt-1 text-muted">Here is what you will find on it:</p>
        <ul className="mt-4 flex flex-col gap-3">
          {plans.map((plan) => (
            <li key={plan} className="flex gap-3 text-14">
              <span
                aria-hidden="true"
                className="mt-[0.4375rem] size-1.5 shrink-0 rounded-full bg-accent"
              />
              {plan}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
