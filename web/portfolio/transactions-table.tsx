// The table of transactions, newest first. Every row is in the document, for printing, find in page and pictures; of a long
// list the browser lays out and draws only the blocks of rows near the screen.
import { fromDollars } from '@tengrand/core/money.ts'
import { memo, useMemo } from 'react'

import { openingRows } from '../browser/opening-rows.ts'
import { Explained } from '../ui/glossary.tsx'
import { Gain } from '../ui/money.tsx'
import { StockLink } from './stock-link.tsx'
import type { Transaction } from './queries.ts'
import { amountsOf, dateAndTime, TypeBadge } from './transaction-parts.tsx'

interface TransactionsTableProps {
  readonly transactions: readonly Transaction[]
  /** Whether there are further pages, so that the number of rows is not known. */
  readonly more?: boolean
}

/**
 * The table reaches to the edges of its card. Its rows are grids with ARIA roles, because `content-visibility` has no
 * effect on the rows of a table element.
 */
export function TransactionsTable({ transactions, more = false }: TransactionsTableProps) {
  const blocks = useMemo(() => blocksOf(transactions), [transactions])
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      <div
        ref={openingRows}
        role="table"
        aria-label="Transactions"
        aria-rowcount={more ? -1 : transactions.length + 1}
        className="[--row:3.0625rem] max-md:[--row:4.5rem] print:table print:w-full"
      >
        <Head />
        {blocks.map((rows, index) => (
          <Block
            // oxlint-disable-next-line react/no-array-index-key -- A block is its position in the list.
            key={index}
            rows={rows}
            index={index}
          />
        ))}
      </div>
    </div>
  )
}

const blockRows = 25
/** Enough for every screenshot, because Chromium limits their height to 16,384 pixels. */
const blocksAlwaysDrawn = 16

function blocksOf(transactions: readonly Transaction[]): (readonly Transaction[])[] {
  const blocks: (readonly Transaction[])[] = []
  for (let from = 0; from < transactions.length; from += blockRows) {
    blocks.push(transactions.slice(from, from + blockRows))
  }
  return blocks
}

function Head() {
  return (
    <div
      role="rowgroup"
      className="text-12 text-muted max-md:hidden md:print:table-header-group print:break-inside-avoid"
    >
      <div role="row" aria-rowindex={1} className={`grid ${columns}`}>
        {heads.map(([name, look]) => (
          <div key={name} role="columnheader" className={`pb-2.5 font-medium ${look}`}>
            {name}
          </div>
        ))}
        <div role="columnheader" className="pr-6 text-right font-medium">
          <Explained term="realized gain">Realized Gain</Explained>
        </div>
      </div>
    </div>
  )
}

const heads = [
  ['Date', 'pl-6 text-left'],
  ['Type', 'text-left'],
  ['Ticker', 'text-left'],
  ['Quantity', 'text-right'],
  ['Price', 'text-right'],
  ['Total', 'text-right'],
] as const

interface BlockProps {
  readonly rows: readonly Transaction[]
  readonly index: number
}

/** The browser skips a block far from the screen, but knows its height, so that the scroll bar is right. */
const Block = memo(function Block({ rows, index }: BlockProps) {
  const mayBeSkipped = index >= blocksAlwaysDrawn
  return (
    <div
      role="rowgroup"
      className={`contain-content ${mayBeSkipped ? skipping : ''}`}
      style={{ containIntrinsicBlockSize: `calc(var(--row) * ${rows.length})` }}
    >
      {rows.map((transaction, row) => (
        <Row
          // oxlint-disable-next-line react/no-array-index-key -- Two equal trades of one instant have no other key.
          key={row}
          transaction={transaction}
          rowIndex={index * blockRows + row + 2}
        />
      ))}
    </div>
  )
}, hasSameRows)

const skipping = '[content-visibility:auto] print:[content-visibility:visible]'

/** The next page changes nothing in the blocks before it, so React need not compare their rows. */
function hasSameRows(before: BlockProps, after: BlockProps): boolean {
  return (
    before.rows.length === after.rows.length &&
    before.rows.every((transaction, row) => transaction === after.rows[row])
  )
}

interface RowProps {
  readonly transaction: Transaction
  /** The aria-rowindex of the row; the head has 1. */
  readonly rowIndex: number
}

/** The columns of the head and of every row on wide screens; on a phone a row has its own. */
const columns = 'md:grid-cols-[26%_repeat(4,minmax(0,1fr))_15%_19%]'

/** A row has two or three lines on a phone, and a fixed height, which is known before the row is drawn. */
const Row = memo(function Row({ transaction, rowIndex }: RowProps) {
  const { timestamp, type, ticker } = transaction
  return (
    <div
      role="row"
      aria-rowindex={rowIndex}
      className={`grid h-(--row) cursor-pointer content-center items-center border-t border-line hover:bg-sunken/60 max-md:grid-cols-[auto_minmax(0,1fr)_auto_auto] max-md:gap-x-1 max-md:px-5 ${columns}`}
    >
      <div
        role="cell"
        className={`truncate pl-6 text-muted tabular-nums max-md:col-span-2 max-md:row-start-2 max-md:p-0 ${line}`}
      >
        <time dateTime={timestamp}>{dateAndTime.format(Date.parse(timestamp))}</time>
      </div>
      <div role="cell" className="max-md:row-start-1 max-md:pl-1">
        <TypeBadge type={type} />
      </div>
      <div role="cell" className="max-md:col-start-1 max-md:row-start-1">
        <StockLink ticker={ticker} />
      </div>
      <Amounts transaction={transaction} />
    </div>
  )
})

function Amounts({ transaction }: { transaction: Transaction }) {
  const { shares, price, total } = amountsOf(transaction)
  const gain = transaction.realized_gain
  return (
    <>
      <div role="cell" className={`${number} ${line} max-md:row-start-2 max-md:text-muted`}>
        {shares}
      </div>
      <div role="cell" className={`${number} ${line} max-md:row-start-2 max-md:text-muted`}>
        <span className="md:hidden">{price === null ? ' shares' : ' × '}</span>
        {price ?? <span className="max-md:hidden">—</span>}
      </div>
      <div
        role="cell"
        className={`${number} font-medium max-md:col-span-2 max-md:col-start-3 max-md:row-start-1`}
      >
        {total}
      </div>
      {/* The third line of the row on a phone. */}
      <div
        role="cell"
        className={`${number} ${line} pr-6 max-md:col-span-4 max-md:row-start-3 max-md:text-muted`}
      >
        {gain !== null && (
          <>
            <Gain amount={fromDollars(gain)} /> <span className="md:hidden">realized</span>
          </>
        )}
      </div>
    </>
  )
}

const number = 'text-right whitespace-nowrap tabular-nums max-md:p-0'

/** The second and third line of a row on a phone; 14 pixels need a screen of 374. */
const line = 'max-md:text-[clamp(0.75rem,3.75vw,0.875rem)]'
