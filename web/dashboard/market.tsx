// All the stocks that can be traded, by ticker and name.
import { companyName, tickers } from '@tengrand/core/tickers.ts'
import { Link } from 'react-router'

import { Card } from '../ui/card.tsx'

export function Market() {
  return (
    <Card title="Market" aside={<span className="text-muted">{tickers.length} stocks</span>}>
      <ul className="-mx-3 -mb-2 grid grid-cols-2 md:grid-cols-4 lg:grid-cols-3 xl:grid-cols-4">
        {tickers.map((ticker) => (
          <li key={ticker}>
            <Link
              to={`/stock/${ticker}`}
              className="block rounded-control px-3 py-2.5 transition-colors duration-100 hover:bg-sunken"
            >
              <span className="block font-semibold">{ticker}</span>
              <span className="block truncate text-12 text-muted">{companyName(ticker)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
