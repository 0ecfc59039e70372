// The invitation to the waitlist of the paid tier that is planned.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'

const plans = ['AI-powered insights', 'Real-time alerts', 'Portfolio optimization']

export function ProPromo() {
  return (
    <Card className="flex flex-col print:hidden">
      <span className="flex size-9 items-center justify-center rounded-control border border-pro-line bg-pro-soft text-pro">
        <Icon name="spark" />
      </span>
      <h2 className="mt-4 text-16 font-semibold tracking-tight">Pro is on its way</h2>
      <p className="mt-1 text-muted">Premium tools for learners who want a sharper edge.</p>
      <ul className="mt-4 mb-6 grid gap-2">
        {plans.map((plan) => (
          <li key={plan} className="flex items-center gap-2.5">
            <Icon name="check" className="size-4 text-pro" />
            {plan}
          </li>
        ))}
      </ul>
      <Link to={paths.pro} className={`mt-auto ${buttonClass('pro')}`}>
        Join the waitlist
      </Link>
    </Card>
  )
}
