// Where somebody who has nothing yet can begin: the list of stocks on the dashboard.
import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { buttonClass } from '../ui/button.tsx'

export const MarketLink = () => (
  <Link to={usePaths().market} className={`mt-5 ${buttonClass('secondary')}`}>
    See the market
  </Link>
)
