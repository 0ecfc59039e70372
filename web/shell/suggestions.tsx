// The tickers that fit what is typed, each with its company, under the box of the search.
import { companyName, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useRef } from 'react'

import { optionId } from './use-combobox.ts'

interface SuggestionsProps {
  readonly listId: string
  readonly matches: readonly Ticker[]
  readonly active: number | null
  readonly onChoose: (ticker: Ticker) => void
}

export function Suggestions({ listId, matches, active, onChoose }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active !== null) list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label="Stocks"
      tabIndex={-1}
      // The box keeps the focus, however long the button of the mouse is held.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-[300px] overflow-y-auto rounded-card border border-line bg-surface p-1.5 shadow-popup"
    >
      {matches.map((ticker, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- Its keys are those of the box.
        <div
          key={ticker}
          id={optionId(listId, ticker)}
          role="option"
          aria-selected={index === active}
          tabIndex={-1}
          onClick={() => onChoose(ticker)}
          className="flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-3 hover:bg-sunken aria-selected:bg-sunken md:min-h-9"
        >
          <span className="w-16 shrink-0 font-semibold">{ticker}</span>
          <span className="min-w-0 truncate text-muted">{companyName(ticker)}</span>
        </div>
      ))}
    </div>
  )
}
