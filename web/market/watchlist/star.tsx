// The star of the watchlist: the icon, and the button that adds a stock or removes it.
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useLayoutEffect, useRef, type MouseEvent } from 'react'

import type { Watchlist } from './watchlist.ts'

export function Star({ isOn }: { isOn: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      fill={isOn ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      className={`size-4.5 shrink-0 ${isOn ? 'text-accent' : ''}`}
    >
      <path d="m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9-4.3-4.1 5.9-.8z" />
    </svg>
  )
}

interface StarButtonProps extends Pick<Watchlist, 'watched'> {
  readonly ticker: Ticker
  readonly toggle: (ticker: Ticker, click: MouseEvent) => void
  readonly className?: string
  /** Whether a press has just moved the stock to another list: then the new button takes the focus. */
  readonly isMoved?: boolean
}

/** Null until the watchlist is loaded. */
export function StarButton({ watched, toggle, ticker, className = '', isMoved }: StarButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (isMoved) button.current?.focus({ preventScroll: true })
  }, [isMoved])
  if (!watched) return null
  const isOn = watched.includes(ticker)
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={isOn}
      aria-label={`${isOn ? 'Watching' : 'Watch'} ${ticker}`}
      onClick={(click) => toggle(ticker, click)}
      className={`flex size-10 items-center justify-center rounded-control text-muted transition-colors duration-100 hover:text-ink ${className}`}
    >
      <Star isOn={isOn} />
    </button>
  )
}
