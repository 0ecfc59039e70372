// The ticker in a row, which leads to the page of its stock.
import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'

export const StockLink = ({ ticker, className = '' }: { ticker: string; className?: string }) => (
  <Link
    to={usePaths().stock(ticker)}
    className={`rounded-sm font-semibold hover:text-accent hover:underline ${className}`}
  >
    {ticker}
  </Link>
)
