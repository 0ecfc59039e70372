// An entry of a journal: what was done and when, the reason as plain text, the forecast, and what became of it.
import { StockLink } from '../portfolio/stock-link.tsx'
import { dateAndTime } from '../portfolio/transaction-parts.tsx'
import { Note, OwnNote } from './note.tsx'
import type { Entry } from './queries.ts'
import { doneWords, dueWords, outcomeWords, returnsWords, sureWords } from './words.ts'

/** The browser lays out and draws only the entries near the screen: a journal can have thousands. */
export function EntryRow({ entry, isOwn }: { entry: Entry; isOwn: boolean }) {
  const { at, ticker, note, confidence } = entry
  const [before, after] = doneWords(entry)
  return (
    <li className="-mx-2 border-t border-line px-2 py-3.5 [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] first:border-t-0 first:pt-0 print:[content-visibility:visible]">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-medium tabular-nums">
          {before} {isOwn ? <StockLink ticker={ticker} /> : ticker} {after}
        </p>
        <time dateTime={at} className="text-12 text-muted tabular-nums">
          {dateAndTime.format(Date.parse(at))}
        </time>
      </div>
      {isOwn ? <OwnNote entry={entry} /> : note !== null && <Note>{note}</Note>}
      {confidence !== null && <Forecast entry={entry} />}
    </li>
  )
}

function Forecast({ entry }: { entry: Entry }) {
  const { outcome } = entry
  const returns = returnsWords(entry)
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted tabular-nums">
      <span>{sureWords(entry)}</span>
      <span aria-hidden="true">·</span>
      {outcome === null ? (
        <span>{dueWords(entry)}</span>
      ) : (
        <span>
          <span className="font-medium text-ink">{outcomeWords[outcome]}</span>
          {returns !== '' && `: ${returns}`}
        </span>
      )}
    </p>
  )
}
