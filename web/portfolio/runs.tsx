// The card of a learner's runs: a table with the result of each, the open one first, and a link to it.
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { Gain, Money } from '../ui/money.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useChapters, type Chapter } from './chapters.tsx'

export function Runs() {
  const view = viewOf(useChapters(), { what: 'your runs' })
  return (
    <Card title="Your runs">
      <QueryView view={view} loading="Loading runs..." empty={['No runs yet.', '']} rows={2}>
        {({ chapters }) => <RunTable chapters={chapters} />}
      </QueryView>
    </Card>
  )
}

/** The table reaches to the edges of its card; on a phone it has three lines for each run. */
function RunTable({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      <table aria-label="Your runs" className="w-full max-md:block">
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
  ['Run', 'pl-6'],
  ['Dates', 'pl-3'],
  ['Trades', 'pl-3 text-right'],
  ['Value', 'pl-3 text-right'],
  ['Return', 'pr-6 pl-3 text-right'],
] as const

function Row({ chapter }: { chapter: Chapter }) {
  const { portfolio, trades, closed_at } = chapter
  return (
    <tr className="relative border-t border-line hover:bg-sunken/60 max-md:grid max-md:grid-cols-[auto_minmax(0,1fr)_auto] max-md:gap-x-1.5 max-md:gap-y-0.5 max-md:px-5 max-md:py-3">
      <th scope="row" className={`${cell} text-left font-normal max-md:col-span-2 md:pl-6`}>
        <Link
          to={closed_at === null ? paths.portfolio : paths.chapter(portfolio)}
          className={runLink}
        >
          Run {chapter.chapter}
        </Link>
      </th>
      <td className={`${cell} text-muted max-md:col-span-3 max-md:row-start-2`}>
        {datesOf(chapter)}
      </td>
      <td
        className={`${cell} max-md:col-span-2 max-md:row-start-3 max-md:text-muted md:text-right`}
      >
        {formatQuantity(trades)}
        <span className="md:hidden">{trades === 1 ? ' trade' : ' trades'}</span>
      </td>
      <td className={`${cell} text-right font-medium max-md:col-start-3 max-md:row-start-1`}>
        <Money amount={fromDollars(chapter.value)} />
      </td>
      <td className={`${cell} text-right max-md:col-start-3 max-md:row-start-3 md:pr-6`}>
        <Gain amount={fromDollars(chapter.return)} percent={chapter.return_percent} />
      </td>
    </tr>
  )
}

function datesOf({ opened_at, closed_at }: Chapter): string {
  const opened = Date.parse(opened_at)
  return closed_at === null
    ? `Since ${day.format(opened)}`
    : day.formatRange(opened, Date.parse(closed_at))
}

const cell = 'py-3 pl-3 whitespace-nowrap tabular-nums max-md:p-0'

/** The link covers the whole row. */
const runLink = 'rounded-sm font-semibold text-accent after:absolute after:inset-0 hover:underline'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
