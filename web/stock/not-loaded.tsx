// Why a stock is not shown: there is none by this name or no price for it, or the server could not be reached.
import { parseTicker, suggestTicker } from '@tengrand/core/tickers.ts'

import { Link } from '../link.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'
import { stockSentence, wasAnswered } from './stock-sentence.ts'

interface NotLoadedProps {
  readonly term: string
  readonly error: Error
  readonly retry: () => void
}

export function NotLoaded({ term, error, retry }: NotLoadedProps) {
  const isStock = parseTicker(term) !== null
  return (
    <Card className="max-w-2xl">
      <span className="mb-4 inline-flex size-11 items-center justify-center rounded-control bg-loss-soft text-loss">
        <Icon name="alert" />
      </span>
      <div role="alert" className="text-15">
        {wasAnswered(error) && (
          <h2 className="mb-1 text-16 font-semibold tracking-tight">Stock Not Available</h2>
        )}
        <p className="wrap-anywhere">{stockSentence(error)}</p>
      </div>
      {wasAnswered(error) && (
        <p className="mt-1 text-muted">
          Popular stocks are preloaded daily. Please try again later.
        </p>
      )}
      {!isStock && <Suggestion term={term} />}
      {(isStock || !wasAnswered(error)) && (
        <Button kind="secondary" className="mt-5" onClick={retry}>
          Try again
        </Button>
      )}
    </Card>
  )
}

function Suggestion({ term }: { term: string }) {
  const ticker = suggestTicker(term)
  if (!ticker) return null
  return (
    <p className="mt-5 text-15">
      <Link to={`/stock/${ticker}`} className="font-medium text-accent underline">
        Did you mean {ticker}?
      </Link>
    </p>
  )
}
