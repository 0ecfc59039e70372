// The page on which a learner plays a lesson: the bar, the own result, the stocks, and the one that is open.
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import {
  Redirect,
  useLocation,
  useNavigate,
  useNavigationType,
  useParams,
} from '../browser/router.tsx'
import { LeagueView, NotInLeague } from '../leagues/league-view.tsx'
import { isLesson, type Lesson } from '../leagues/lesson-words.ts'
import { useLeague } from '../leagues/queries.ts'
import { useNoSearch } from '../portfolio/scope.tsx'
import { useIsGuest } from '../session/guest.ts'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { showToast } from '../ui/toast.tsx'
import { useLiveLesson, type LiveLesson } from './live.ts'
import { PlayBar } from './play-bar.tsx'
import { PlayValue } from './play-value.tsx'
import { usePlayed } from './played.ts'
import { useLessonOrder, usePosition } from './position.ts'
import { openerId, StockList, StockSheet } from './stocks.tsx'

export default function PlayPage() {
  const { league: id = '' } = useParams()
  const query = useLeague(id)
  const live = useLiveLesson(id)
  const { state } = live
  // The league has the times that follow from the state.
  const known = query.data?.market?.state
  const news = known === undefined || state === known ? null : state
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (news !== null) refetch()
  }, [news])
  useNoSearch()
  if (live.isGone) return <NotInLeague kind="lesson" />
  return (
    <LeagueView query={query}>
      {(league) =>
        isLesson(league) ? <Play lesson={league} live={live} /> : <Redirect to={paths.league(id)} />
      }
    </LeagueView>
  )
}

function Play({ lesson, live }: { lesson: Lesson; live: LiveLesson }) {
  const { id, portfolio, market } = lesson
  const state = live.state ?? market.state
  const own = usePosition(lesson)
  const played = usePlayed(lesson, live, own.query.data)
  const opened = useOpenStock(id)
  const { news, send } = useLessonOrder(portfolio, live.tick ?? market.tick, own)
  // The result of another stock's order is not shown. Where no stock shows a refusal, a toast does.
  const isOther = news !== null && news.order.ticker !== opened.symbol && news.tone !== 'info'
  const refusal = isOther && news.tone === 'error' ? news.words : null
  useEffect(() => {
    if (refusal !== null) showToast(refusal)
  }, [refusal])
  useWakeLock(state === 'running')
  const isGuest = useIsGuest()
  const stock = market.listing.find(({ symbol }) => symbol === opened.symbol)
  const view = viewOf(own.query, { what: 'your portfolio' })
  return (
    <>
      <PlayBar lesson={lesson} live={live} state={state} />
      {view.state === 'error' ? (
        <QueryView view={view} loading="">
          {() => null}
        </QueryView>
      ) : (
        <PlayValue lesson={lesson} live={live} played={played} />
      )}
      {state === 'over' && isGuest && <KeepResult league={id} className="mb-4" />}
      <StockList listing={market.listing} played={played} onOpen={opened.open} />
      <Ways id={id} />
      {stock && (
        <StockSheet
          {...stock}
          key={stock.symbol}
          played={played}
          state={state}
          news={isOther ? null : news}
          onOrder={send}
          onClose={opened.close}
        />
      )}
    </>
  )
}

/** As tall as the card with its text, so that the stocks below it stay where they are. */
const KeepResult = lazyComponent(() => import('../leagues/keep-result.tsx'), {
  loading: () => <div className="mb-4 h-67.5 sm:h-52.5" />,
})

/** The stock that is open. It is in the address, so that going back closes it and a reload does not. */
function useOpenStock(id: string) {
  const { hash } = useLocation()
  const type = useNavigationType()
  const navigate = useNavigate()
  const symbol = hash.slice(1)
  const open = useCallback((next: string) => navigate(paths.play(id, next)), [navigate, id])
  const close = (): void => {
    if (type === 'PUSH') window.history.back()
    else navigate(paths.play(id), { replace: true })
  }
  const before = useRef(symbol)
  useEffect(() => {
    // The dialog cannot give the focus back: the navigation to its address has moved it.
    if (symbol === '') document.getElementById(openerId(before.current))?.focus()
    before.current = symbol
  }, [symbol])
  return { symbol, open, close }
}

/** Keeps the screen on. The browser lets go of the lock when the page is hidden; without one the screen goes off as usual. */
function useWakeLock(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted || !('wakeLock' in navigator)) return
    let lock: Promise<WakeLockSentinel | undefined> | undefined
    const request = (): void => {
      if (document.visibilityState === 'visible')
        lock = navigator.wakeLock.request('screen').catch(() => undefined)
    }
    request()
    document.addEventListener('visibilitychange', request)
    return () => {
      document.removeEventListener('visibilitychange', request)
      void lock?.then((held) => held?.release())
    }
  }, [isWanted])
}

function Ways({ id }: { id: string }) {
  const { portfolio, transactions, insights } = paths.inLeague(id)
  const ways = {
    'Board and rules': paths.league(id),
    Portfolio: portfolio,
    Transactions: transactions,
    Insights: insights,
  }
  return (
    <nav
      aria-label="Pages of the lesson"
      className="flex flex-wrap gap-x-4 border-t border-line pt-2"
    >
      {Object.entries(ways).map(([name, to]) => (
        <Link
          key={name}
          to={to}
          className="inline-flex min-h-10 items-center rounded-sm font-medium text-accent hover:underline"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
