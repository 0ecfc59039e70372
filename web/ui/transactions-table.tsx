// What was bought, sold and split, newest first, as a table that holds only the rows near what is on the screen.
import { useEffect, useMemo, useRef, useState } from 'react'

import { Row, type TransactionRow } from './transaction-row.tsx'

interface TransactionsTableProps {
  readonly transactions: readonly TransactionRow[]
  /** More can be asked for, so it is not known how many there are. */
  readonly more?: boolean
}

/** Stands in a card and reaches to its edges. */
export function TransactionsTable({ transactions, more = false }: TransactionsTableProps) {
  const chunks = useMemo(() => chunksOf(transactions), [transactions])
  return (
    <div className="-mx-5 -mb-5 md:-mx-6 md:-mb-6">
      <table
        aria-label="Transactions"
        aria-rowcount={more ? -1 : transactions.length + 1}
        className="w-full table-fixed [--row:3.0625rem] max-md:block max-md:[--row:4.25rem]"
      >
        <Head />
        {chunks.map((chunk, index) => (
          <Chunk
            // oxlint-disable-next-line react/no-array-index-key -- A chunk is its place in the list.
            key={index}
            rows={chunk}
            index={index}
          />
        ))}
      </table>
    </div>
  )
}

const chunkRows = 25
const chunksShownFirst = 2

function chunksOf(transactions: readonly TransactionRow[]): (readonly TransactionRow[])[] {
  const chunks: (readonly TransactionRow[])[] = []
  for (let from = 0; from < transactions.length; from += chunkRows) {
    chunks.push(transactions.slice(from, from + chunkRows))
  }
  return chunks
}

function Head() {
  return (
    <thead className="text-12 text-muted max-md:hidden">
      <tr aria-rowindex={1}>
        <HeadCell name="Date" className="w-[28%] pl-6 text-left" />
        <HeadCell name="Type" className="text-left" />
        <HeadCell name="Ticker" className="text-left" />
        <HeadCell name="Quantity" className="text-right" />
        <HeadCell name="Price" className="text-right" />
        <HeadCell name="Total" className="w-[18%] pr-6 text-right" />
      </tr>
    </thead>
  )
}

function HeadCell({ name, className }: { name: string; className: string }) {
  return (
    <th scope="col" className={`pb-2.5 font-medium ${className}`}>
      {name}
    </th>
  )
}

/** A chunk that is far from the screen keeps its place, empty, so that the page is as long as the list and as light as a part of it. */
function Chunk({ rows, index }: { rows: readonly TransactionRow[]; index: number }) {
  const [near, setNear] = useState(index < chunksShownFirst)
  const body = useRef<HTMLTableSectionElement>(null)
  // What fits on the first screens is always there, and a short list needs nobody to watch it.
  const watched = index >= chunksShownFirst
  useEffect(() => {
    if (!watched || !body.current) return
    const watch = new IntersectionObserver(
      (entries) => setNear(entries.at(-1)?.isIntersecting ?? false),
      { rootMargin: '1500px 0px' },
    )
    watch.observe(body.current)
    return () => watch.disconnect()
  }, [watched])
  return (
    <tbody ref={body} className="max-md:block">
      {near ? (
        rows.map((transaction, row) => (
          <Row
            // oxlint-disable-next-line react/no-array-index-key -- Nothing else tells two equal trades of an instant apart.
            key={row}
            transaction={transaction}
            place={index * chunkRows + row + 2}
          />
        ))
      ) : (
        <tr
          aria-hidden="true"
          className="max-md:block"
          style={{ height: `calc(var(--row) * ${rows.length})` }}
        />
      )}
    </tbody>
  )
}
