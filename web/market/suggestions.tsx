// The suggestions under the search box: the matching stocks, each with its company and its star.
import { companyName, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useRef } from 'react'

import { Star } from './watchlist/star.tsx'
import { useWatchlist, type Watchlist } from './watchlist/watchlist.ts'
import { optionId } from './use-combobox.ts'

interface SuggestionsProps extends Omit<OptionProps, 'ticker' | 'isActive' | keyof Watchlist> {
  readonly matches: readonly Ticker[]
  /** Whether the stocks were found by company name, because no ticker matched. */
  readonly isByName: boolean
  readonly active: number | null
}

export function Suggestions({ matches, isByName, active, ...option }: SuggestionsProps) {
  const { listId } = option
  const watchlist = useWatchlist()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const reached = list.current?.querySelectorAll('[role=option]')[active ?? -1]
    reached?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const options = matches.map((ticker, index) => (
    <Option key={ticker} {...option} {...watchlist} ticker={ticker} isActive={index === active} />
  ))
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label="Stocks"
      tabIndex={-1}
      // Leaves the focus in the box when a suggestion is pressed.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-[300px] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-popup"
    >
      {isByName ? (
        <div role="group" aria-labelledby={`${listId}by-name`}>
          <div
            id={`${listId}by-name`}
            role="presentation"
            className="px-3 pt-1.5 pb-1 text-12 font-medium text-muted"
          >
            By company name
          </div>
          {options}
        </div>
      ) : (
        options
      )}
    </div>
  )
}

interface OptionProps extends Watchlist {
  readonly listId: string
  readonly ticker: Ticker
  readonly isActive: boolean
  readonly onChoose: (ticker: Ticker) => void
}

function Option({ listId, ticker, isActive, onChoose, watched, toggle }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The box handles its keys.
    <div
      id={optionId(listId, ticker)}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={() => onChoose(ticker)}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-sunken aria-selected:bg-sunken md:min-h-9"
    >
      <span className="w-16 shrink-0 font-semibold">{ticker}</span>
      <span className="min-w-0 flex-1 truncate text-muted">{companyName(ticker)}</span>
      {watched?.includes(ticker) && <span className="sr-only">, watching</span>}
      {/* The star is for mouse and touch only, because an option must not contain focusable elements. The page of the
          stock has a star for the keyboard. */}
      {watched && (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- See above.
        <span
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            toggle(ticker)
          }}
          className="-mr-3 flex h-10 w-11 shrink-0 items-center justify-center text-muted hover:text-ink md:h-9"
        >
          <Star isOn={watched.includes(ticker)} />
        </span>
      )}
    </div>
  )
}
