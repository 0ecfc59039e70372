// The state and keys of the search box: its text, the rows below it, and the active one.
import { suggest } from '@tengrand/core/search.ts'
import type { Ticker } from '@tengrand/core/tickers.ts'
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

/** Lets a click on a suggestion arrive before the list closes. */
const closeAfterMs = 200

/** The row that leads to the list of all stocks, where no stock matches. */
export const allStocks = 'all'

export type Row = Ticker | typeof allStocks

export function useCombobox(listId: string, goTo: (row: Row) => void) {
  const [term, setTerm] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState<number | null>(null)
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(closing.current), [])
  const { found, isByName } = rowsFor(term)
  const rows = open ? found : []
  const chosen = active === null ? undefined : rows[active]

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
  const choose = (row: Row): void => {
    type('')
    goTo(row)
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move((active ?? -1) + 1),
    ArrowUp: () => move((active ?? 0) - 1),
    Escape: () => (rows.length > 0 ? show(false) : type('')),
    ...(chosen && { Enter: () => choose(chosen) }),
  }
  return {
    term,
    rows,
    isByName,
    active,
    choose,
    clear: () => type(''),
    box: {
      ...ariaOf(listId, rows, chosen),
      value: term,
      onChange: (event: ChangeEvent<HTMLInputElement>) => type(event.currentTarget.value),
      onFocus: () => show(true),
      onBlur: () => void (closing.current = setTimeout(() => show(false), closeAfterMs)),
      onKeyDown: (event: KeyboardEvent) => act(event, keys),
    },
  }
}

function rowsFor(term: string): { found: readonly Row[]; isByName: boolean } {
  const suggested = suggest(term)
  if (suggested.found.length > 0 || term.trim() === '') return suggested
  return { found: [allStocks], isByName: false }
}

/** The ARIA combobox pattern with a listbox: the focus stays in the box. */
const ariaOf = (listId: string, rows: readonly Row[], chosen: Row | undefined) =>
  ({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': rows.length > 0,
    'aria-controls': rows.length > 0 ? listId : undefined,
    'aria-activedescendant': chosen && optionId(listId, chosen),
  }) as const

export const optionId = (listId: string, row: Row): string => `${listId}${row}`

/** Ignores keys of an input method that composes a character. */
function act(event: KeyboardEvent, keys: Readonly<Record<string, () => void>>): void {
  const perform = event.nativeEvent.isComposing ? undefined : keys[event.key]
  if (!perform) return
  event.preventDefault()
  perform()
}
