// The ticker in a row, which leads to the page of its stock.
import { Link } from '../browser/link.tsx'
import { useStockPath } from './stock-names.ts'

export const StockLink = ({ ticker, className = '' }: { ticker: string; className?: string }) => (
  <Link
    to={useStockPath()(ticker)}
    className={`rounded-sm font-semibold hover:text-accent hover:underline ${className}`}
  >
    {ticker}
  </Link>
)
