// Where somebody who has nothing yet can begin: the list of stocks on the dashboard.
import { Link } from '../link.tsx'
import { paths } from '../paths.ts'
import { buttonClass } from './button.tsx'

export const MarketLink = () => (
  <Link to={paths.market} className={`mt-5 ${buttonClass('secondary')}`}>
    See the market
  </Link>
)
