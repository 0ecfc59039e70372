// The end of the dashboard, loaded after the rest: Pro, the leagues of the learner, and the forecasts that came due.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useScope } from '../portfolio/scope.tsx'
import DueForecasts from '../journal/due-forecasts.tsx'
import LeaguesCard from '../leagues/leagues-card.tsx'

export default function LastCards() {
  const { contest } = useScope()
  return (
    <>
      {contest === null && (
        <>
          <ProPromo />
          <LeaguesCard />
        </>
      )}
      <DueForecasts />
    </>
  )
}

function ProPromo() {
  return (
    <p className="rounded-card border border-pro-line bg-pro-soft px-5 py-2 text-pro max-lg:order-3 print:hidden">
      <span className="font-semibold">Pro is on its way.</span>{' '}
      <Link
        to={paths.pro}
        className="inline-flex min-h-9 items-center rounded-sm underline underline-offset-3"
      >
        Join the waitlist
      </Link>
    </p>
  )
}
