// The rows under the search box: the matching stocks, each with its company and its star, or the way to all stocks.
import { companyName, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useRef, type ReactNode } from 'react'

import { Star } from './watchlist/star.tsx'
import { useWatchlist, type Watchlist } from './watchlist/watchlist.ts'
import { allStocks, optionId, type Row } from './use-combobox.ts'

interface SuggestionsProps {
  readonly listId: string
  readonly rows: readonly Row[]
  /** Whether the stocks were found by company name, because no ticker matched. */
  readonly isByName: boolean
  readonly active: number | null
  readonly choose: (row: Row) => void
}

export function Suggestions({ listId, rows, isByName, active, choose }: SuggestionsProps) {
  const watchlist = useWatchlist()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const reached = list.current?.querySelectorAll('[role=option]')[active ?? -1]
    reached?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const options = rows.map((row, index) => (
    <Option
      key={row}
      id={optionId(listId, row)}
      isActive={index === active}
      onChoose={() => choose(row)}
    >
      {row === allStocks ? noMatch : <Stock {...watchlist} ticker={row} />}
    </Option>
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

const noMatch = 'No match. See all 16 stocks'

interface OptionProps {
  readonly id: string
  readonly isActive: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function Option({ id, isActive, onChoose, children }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- The box handles its keys.
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      tabIndex={-1}
      onClick={onChoose}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-sunken aria-selected:bg-sunken md:min-h-9"
    >
      {children}
    </div>
  )
}

function Stock({ ticker, watched, toggle }: Watchlist & { ticker: Ticker }) {
  return (
    <>
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
    </>
  )
}
