// What was bought, sold and split, newest first. Every row is in the document, so that printing, finding in the page and
// pictures are whole; of a long list the browser lays out and draws only the blocks of rows near the screen.
import { memo, useMemo } from 'react'

import type { Transaction } from './queries.ts'
import { columns, Row } from './transaction-row.tsx'

interface TransactionsTableProps {
  readonly transactions: readonly Transaction[]
  /** More can be asked for, so it is not known how many there are. */
  readonly more?: boolean
}

/**
 * Stands in a card and reaches to its edges. `content-visibility` has no effect on rows of a table, so these are grids
 * that have the roles of one.
 */
export function TransactionsTable({ transactions, more = false }: TransactionsTableProps) {
  const blocks = useMemo(() => blocksOf(transactions), [transactions])
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      <div
        role="table"
        aria-label="Transactions"
        aria-rowcount={more ? -1 : transactions.length + 1}
        className="[--row:3.0625rem] max-md:[--row:4.25rem] print:table print:w-full"
      >
        <Head />
        {blocks.map((rows, index) => (
          <Block
            // oxlint-disable-next-line react/no-array-index-key -- A block is its place in the list.
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
/** No browser makes a picture of a page that is longer than these: Chromium ends it at 16,384 pixels. */
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
        <HeadCell name="Date" className="pl-6 text-left" />
        <HeadCell name="Type" className="text-left" />
        <HeadCell name="Ticker" className="text-left" />
        <HeadCell name="Quantity" className="text-right" />
        <HeadCell name="Price" className="text-right" />
        <HeadCell name="Total" className="pr-6 text-right" />
      </div>
    </div>
  )
}

function HeadCell({ name, className }: { name: string; className: string }) {
  return (
    <div role="columnheader" className={`pb-2.5 font-medium ${className}`}>
      {name}
    </div>
  )
}

interface BlockProps {
  readonly rows: readonly Transaction[]
  readonly index: number
}

/** Skipped while it is far from the screen, with the height that its rows will have, so that the scroll bar is right. */
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
          // oxlint-disable-next-line react/no-array-index-key -- Nothing else tells two equal trades of an instant apart.
          key={row}
          transaction={transaction}
          place={index * blockRows + row + 2}
        />
      ))}
    </div>
  )
}, hasSameRows)

const skipping = '[content-visibility:auto] print:[content-visibility:visible]'

/** The next page changes nothing in the blocks before it, which shall not be looked through row by row. */
function hasSameRows(before: BlockProps, after: BlockProps): boolean {
  return (
    before.rows.length === after.rows.length &&
    before.rows.every((transaction, row) => transaction === after.rows[row])
  )
}
