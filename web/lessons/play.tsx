// A lesson that is played: the bar, the learner's result, the stocks, and the one that is open.
import { useEffect } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import type { Lesson } from '../leagues/lesson-words.ts'
import { isGuest } from '../session/identity.ts'
import { useSession } from '../session/session.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { showToast } from '../ui/toast.tsx'
import type { LiveLesson } from './live.ts'
import { useOpenStock } from './open-stock.ts'
import { PlayBar } from './play-bar.tsx'
import { PlayValue } from './play-value.tsx'
import { usePosition } from './position.ts'
import { StockList } from './stock-list.tsx'
import { StockSheet } from './stock-sheet.tsx'
import { useMark, useStockLines, useTrail } from './trail.ts'
import { useLessonOrder } from './use-lesson-order.ts'
import { useWakeLock } from './wake-lock.ts'

interface PlayProps {
  readonly lesson: Lesson
  readonly live: LiveLesson
}

export function Play({ lesson, live }: PlayProps) {
  const { id, market } = lesson
  const state = live.state ?? market.state
  const session = useSession().state
  const query = usePosition(lesson)
  const mark = useMark(live, query.data)
  const trail = useTrail(mark)
  const lines = useStockLines(lesson, trail)
  const opened = useOpenStock(id)
  const { order, submit } = useOrder(lesson, live, opened.symbol)
  useWakeLock(state === 'running')
  const shown = { quotes: live.quotes, lines, position: query.data }
  const stock = market.listing.find(({ symbol }) => symbol === opened.symbol)
  const view = viewOf(query, { what: 'your portfolio' })
  return (
    <>
      <PlayBar lesson={lesson} live={live} state={state} />
      {view.state === 'error' ? (
        <QueryView view={view} loading="" empty={['', '']}>
          {() => null}
        </QueryView>
      ) : (
        <PlayValue lesson={lesson} live={live} mark={mark} trail={trail} lines={lines} />
      )}
      {state === 'over' && isGuest(session) && <KeepResult league={id} className="mb-4" />}
      <StockList {...shown} listing={market.listing} onOpen={opened.open} />
      <Ways id={id} />
      {stock && (
        <StockSheet
          {...shown}
          {...stock}
          key={stock.symbol}
          now={live.now}
          state={state}
          order={order}
          onSubmit={(asked) => submit({ ...asked, ticker: stock.symbol })}
          onClose={opened.close}
        />
      )}
    </>
  )
}

/** As tall as the card with its text, so that the stocks below it stay where they are. */
const KeepResult = lazyComponent(() => import('./keep-result.tsx'), {
  loading: () => <div className="mb-4 h-67.5 sm:h-52.5" />,
})

/** The order as the open stock shows it: not the result of another stock's. Where no stock shows a refusal, a toast does. */
function useOrder(lesson: Lesson, live: LiveLesson, symbol: string) {
  const { order, submit } = useLessonOrder(lesson, live.tick ?? lesson.market.tick)
  const isOther = order !== null && order.ticker !== symbol && order.kind !== 'sending'
  const refusal = isOther && order.kind === 'refused' ? order.words : null
  useEffect(() => {
    if (refusal !== null) showToast(refusal)
  }, [refusal])
  return { order: isOther ? null : order, submit }
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
