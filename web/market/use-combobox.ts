// The state and keys of the search box: its text, the matching tickers or companies, and the active suggestion.
import { searchCompanies, searchTickers, type Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'

/** Lets a click on a suggestion arrive before the list closes. */
const closeAfterMs = 200

export function useCombobox(listId: string, goTo: (symbol: string) => void) {
  const [term, setTerm] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])
  const { found, isByName } = find(term)
  const matches = open ? found : []
  const chosen = active === null ? undefined : matches[active]

  const show = (next: boolean): void => {
    clearTimeout(closing.current)
    setOpen(next)
    setActive(null)
  }
  const type = (next: string): void => {
    setTerm(next)
    show(true)
  }
  /** Moves the active suggestion, wraps around at the ends, and opens a closed list. */
  const move = (to: number): void => {
    setOpen(true)
    setActive(found.length === 0 ? null : (to + found.length) % found.length)
  }
  const go = (symbol: string): void => {
    setTerm('')
    show(false)
    goTo(symbol)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move((active ?? -1) + 1),
    ArrowUp: () => move((active ?? 0) - 1),
    Escape: () => (matches.length > 0 ? show(false) : type('')),
    ...(chosen && { Enter: () => go(chosen) }),
  }
  return {
    term,
    matches,
    isByName,
    active,
    go,
    box: {
      ...ariaOf(listId, matches, chosen),
      value: term,
      onChange: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
        type(currentTarget.value),
      onFocus: () => show(true),
      onBlur: () => void (closing.current = setTimeout(() => show(false), closeAfterMs)),
      onKeyDown: (event: KeyboardEvent) => act(event, keys),
    },
  }
}

/** Searches by company name only where no ticker matches. */
function find(term: string): { found: readonly Ticker[]; isByName: boolean } {
  const found = searchTickers(term)
  return found.length > 0
    ? { found, isByName: false }
    : { found: searchCompanies(term), isByName: true }
}

/** The ARIA combobox pattern with a listbox: the focus stays in the box. */
const ariaOf = (listId: string, matches: readonly Ticker[], chosen: Ticker | undefined) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': matches.length > 0,
    'aria-controls': matches.length > 0 ? listId : undefined,
    'aria-activedescendant': chosen && optionId(listId, chosen),
  }) as const

export const optionId = (listId: string, ticker: Ticker): string => `${listId}${ticker}`

/** Ignores keys of an input method that composes a character. */
function act(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const perform = event.nativeEvent.isComposing ? undefined : keys[event.key]
  if (!perform) return
  event.preventDefault()
  perform()
}
