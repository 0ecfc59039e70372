// A figure for whoever cannot see it, or wants its numbers: a table that opens below it.
import { useState, type ReactNode } from 'react'

import type { Open } from '../market/chart-foot.tsx'
import { TextButton } from '../ui/text-button.tsx'

export interface FigureTableProps {
  readonly label: string
  /** The first one names the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The sum of what stands above it. */
  readonly sum?: readonly string[]
}

/** It scrolls by itself: a phone has no room for many columns. */
export function FigureTable({ label, columns, rows, sum }: FigureTableProps) {
  return (
    <div
      role="region"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keys must reach it.
      tabIndex={0}
      className="mt-1 overflow-x-auto rounded-control border border-line"
    >
      <table aria-label={label} className="w-full text-right tabular-nums">
        <thead className="bg-sunken text-12 text-muted">
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className={`${cell} font-medium`}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <Row key={cells[0]} cells={cells} className="border-t border-line" />
          ))}
        </tbody>
        {sum && (
          <tfoot className="bg-sunken font-semibold">
            <Row cells={sum} />
          </tfoot>
        )}
      </table>
    </div>
  )
}

function Row({ cells: [name, ...others], className }: RowProps) {
  return (
    <tr className={className}>
      <th scope="row" className={`${cell} font-medium`}>
        {name}
      </th>
      {others.map((words, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- A cell is its column.
        <td key={index} className={`${cell} whitespace-nowrap`}>
          {words}
        </td>
      ))}
    </tr>
  )
}

interface RowProps {
  readonly cells: readonly string[]
  readonly className?: string
}

const cell = 'px-2 py-2 first:text-left sm:px-3'

interface FootProps {
  /** What the marks of the figure mean. */
  readonly legend?: ReactNode
  /** Whether the tables are open, where that outlives the figure. */
  readonly open?: Open
  /** The tables. */
  readonly children: ReactNode
}

export function FigureFoot({ legend, open, children }: FootProps) {
  const own = useState(false)
  const [isOpen, setOpen] = open ?? own
  return (
    <>
      <div className="mt-1 flex items-center justify-between gap-x-4">
        <p className="text-12 text-muted">{legend}</p>
        <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide table' : 'Show as table'}
        </TextButton>
      </div>
      {isOpen && children}
    </>
  )
}
