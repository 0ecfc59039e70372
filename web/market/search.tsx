// The search box for stocks with its suggestions and its / key, and the link to the list of all stocks.
import { resolveTerm } from '@tengrand/core/search.ts'
import { useEffect, useId, useRef, type RefObject, type SubmitEvent } from 'react'

import { createStore, useStore } from '../browser/create-store.ts'
import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { loadItem, saveItem } from '../browser/storage.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Suggestions } from './suggestions.tsx'
import { allStocks, useCombobox } from './use-combobox.ts'

/** Longer input is no ticker and no name. */
const charactersMax = 40

export function Search() {
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const paths = usePaths()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const goTo = (target: string): void => navigate(target, { replace: target === pathname })
  const { term, box, clear, ...suggested } = useCombobox(listId, (row) =>
    goTo(row === allStocks ? paths.market : paths.stock(row)),
  )
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const typed = term.trim()
    if (typed === '') return
    clear()
    goTo(paths.stock(resolveTerm(typed) ?? typed.toUpperCase()))
  }
  return (
    <form role="search" onSubmit={submit} className="relative">
      <Icon
        name="search"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-muted"
      />
      <input
        {...box}
        ref={input}
        aria-label="Search for a stock"
        placeholder="Search for a stock (e.g., AAPL, GOOGL, TSLA)..."
        maxLength={charactersMax}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        className="peer h-12 w-full rounded-control border border-control bg-bg pr-24 pl-10 text-16 text-ellipsis placeholder:text-muted md:h-11 md:text-14 lg:pr-28"
      />
      <SearchKey input={input} />
      <button className="absolute inset-y-1 right-1 rounded-[0.4375rem] bg-ink px-4 text-14 font-medium text-on-ink transition-colors duration-100 hover:bg-ink/88">
        Search
      </button>
      {suggested.rows.length > 0 && <Suggestions {...suggested} listId={listId} />}
    </form>
  )
}

/** Focuses the box on the / key, and shows the key in the empty box on wide screens. */
function SearchKey({ input }: { input: RefObject<HTMLInputElement | null> }) {
  const on = useSearchKey()
  useEffect(() => {
    if (!on) return
    const focusBox = (event: KeyboardEvent): void => {
      if (!isSearchKey(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', focusBox)
    return () => document.removeEventListener('keydown', focusBox)
  }, [on, input])
  return (
    on && (
      <kbd
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-22 hidden size-5 -translate-y-1/2 rounded-sm border border-line bg-surface text-center font-sans text-12 leading-4.5 text-muted lg:peer-placeholder-shown:not-peer-focus:block"
      >
        /
      </kbd>
    )
  )
}

/** The / key can be switched off, because speech input types signs by accident. */
const storageKey = 'search-key'
const isOn = createStore(loadItem('localStorage', storageKey) !== 'off')

export const useSearchKey = (): boolean => useStore(isOn)

export function switchSearchKey(on: boolean): void {
  saveItem('localStorage', storageKey, on ? null : 'off')
  isOn.set(on)
}

/** Whether the event is the / key outside of a field and without a modifier. */
function isSearchKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event
  if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return false
  return !(
    target instanceof HTMLElement &&
    (target.isContentEditable || fields.test(target.tagName))
  )
}

const fields = /^(INPUT|TEXTAREA|SELECT)$/

/** The link to the list of all stocks on the dashboard, where a learner without holdings can begin. */
export const MarketLink = () => (
  <Link to={usePaths().market} className={`mt-5 ${buttonClass('secondary')}`}>
    See the market
  </Link>
)
