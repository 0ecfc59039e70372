// The card of a stock that cannot be shown: an unknown ticker, no price, or no connection, with a link or a retry.
import { parseTicker } from '@tengrand/core/tickers.ts'

import { wasAnswered } from '../api/problem.ts'
import { lazyComponent } from '../browser/lazy.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'

export const stockSentence = (error: Error): string =>
  wasAnswered(error) ? error.sentence : 'Failed to load stock data. Please try again later.'

type NotLoadedProps = { term: string; error: Error; retry: () => void }

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
        <p title={stockSentence(error)} className="line-clamp-3 wrap-anywhere">
          {stockSentence(error)}
        </p>
      </div>
      {wasAnswered(error) && (
        <p className="mt-1 text-muted">
          Popular stocks are preloaded daily. Please try again later.
        </p>
      )}
      {!isStock && <WayOn term={term} />}
      {(isStock || !wasAnswered(error)) && (
        <Button kind="secondary" className="mt-5" onClick={retry}>
          Try again
        </Button>
      )}
    </Card>
  )
}

/** Loaded only for an unknown term, because the guess compares it with all names. */
const WayOn = lazyComponent(() => import('./way-on.tsx'), {
  loading: () => <p className="mt-5 min-h-5.5" />,
  failed: () => null,
})
