// The card of the closed chapters of a learner: a table with the result of each and a link to it.
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useArrival } from '../browser/router.tsx'
import { Card } from '../ui/card.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useChapters, type Chapter } from './chapters.tsx'

export function EarlierChapters() {
  useArrival('chapters')
  const query = useChapters()
  const view = viewOf(query, {
    error: ({ message }) => `Failed to load your chapters: ${message}`,
  })
  // A learner who came back after deleting the account is in a later chapter without earlier ones.
  if (query.data?.chapters.length === 1) return null
  return (
    <Card title="Earlier chapters" id="chapters">
      <QueryView
        view={view}
        loading="Loading chapters..."
        empty={['No earlier chapters.', '']}
        rows={1}
      >
        {({ chapters }) => <ChapterTable chapters={chapters.filter(isClosed)} />}
      </QueryView>
    </Card>
  )
}

type ClosedChapter = Chapter & { readonly closed_at: string }

const isClosed = (chapter: Chapter): chapter is ClosedChapter => chapter.closed_at !== null

/** The table reaches to the edges of its card; on a phone it has three lines for each chapter. */
function ChapterTable({ chapters }: { chapters: readonly ClosedChapter[] }) {
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      <table aria-label="Earlier chapters" className="w-full max-md:block">
        <thead className="max-md:hidden">
          <tr className="text-left text-12 text-muted">
            {columns.map(([name, look]) => (
              <th key={name} scope="col" className={`pb-2.5 font-medium ${look}`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {chapters.map((chapter) => (
            <Row key={chapter.portfolio} chapter={chapter} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const columns = [
  ['Chapter', 'pl-6'],
  ['Dates', 'pl-3'],
  ['Trades', 'pl-3 text-right'],
  ['Final value', 'pl-3 text-right'],
  ['Return', 'pr-6 pl-3 text-right'],
] as const

function Row({ chapter }: { chapter: ClosedChapter }) {
  const { portfolio, trades, opened_at, closed_at } = chapter
  return (
    <tr className="relative border-t border-line hover:bg-sunken/60 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-1.5 max-md:gap-y-0.5 max-md:px-5 max-md:py-3">
      <th scope="row" className={`${cell} text-left font-normal max-md:col-span-2 md:pl-6`}>
        <Link to={paths.chapter(portfolio)} className={chapterLink}>
          Chapter {chapter.chapter}
        </Link>
      </th>
      <td className={`${cell} text-muted max-md:col-span-2 max-md:row-start-2 max-md:text-12`}>
        {day.formatRange(Date.parse(opened_at), Date.parse(closed_at))}
      </td>
      <td
        className={`${cell} max-md:col-span-2 max-md:row-start-3 max-md:text-12 max-md:text-muted md:text-right`}
      >
        {formatQuantity(trades)}
        <span className="md:hidden">{trades === 1 ? ' trade' : ' trades'}</span>
      </td>
      <td className={`${cell} text-right font-medium max-md:col-start-3 max-md:row-start-1`}>
        <Money amount={fromDollars(chapter.value)} />
      </td>
      <td
        className={`${cell} text-right max-md:col-start-3 max-md:row-start-2 max-md:text-12 md:pr-6`}
      >
        <Gain amount={fromDollars(chapter.return)} percent={chapter.return_percent} />
      </td>
    </tr>
  )
}

const cell = 'py-3 pl-3 whitespace-nowrap tabular-nums max-md:p-0'

/** On a phone the link covers the whole row. */
const chapterLink =
  'rounded-sm font-semibold text-accent hover:underline max-md:after:absolute max-md:after:inset-0'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
