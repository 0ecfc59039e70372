// The chapters that are closed, as a table: what each came to, and the way to read it.
import { formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import type { Chapter } from './chapters.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Gain, Money } from '../ui/money.tsx'

export type Closed = Chapter & { readonly closed_at: string }

/** Stands in a card and reaches to its edges; on a phone three lines for each. */
export function ChapterTable({ chapters }: { chapters: readonly Closed[] }) {
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

function Row({ chapter }: { chapter: Closed }) {
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

/** On a phone the whole row leads to the chapter: a finger needs the room. */
const chapterLink =
  'rounded-sm font-semibold text-accent hover:underline max-md:after:absolute max-md:after:inset-0'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
