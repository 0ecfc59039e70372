// The table below a figure: its numbers as text, also for screen readers.

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
