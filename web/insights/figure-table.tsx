// The table under a figure: its numbers as text, also for screen readers.

export interface FigureTableData {
  /** The first one names the rows. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  /** The last row: the sums of the columns. */
  readonly sum?: readonly string[]
}

/** The table scrolls sideways in its own box, because many columns do not fit on a phone. */
export function FigureTable({ label, columns, rows, sum }: FigureTableData & { label: string }) {
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
        <tbody className="*:border-t *:border-line">
          {rows.map((cells) => (
            <Row key={cells[0]} cells={cells} />
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

function Row({ cells: [name, ...others] }: { cells: readonly string[] }) {
  return (
    <tr>
      <th scope="row" className={`${cell} font-medium`}>
        {name}
      </th>
      {others.map((words, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- The index is the column.
        <td key={index} className={`${cell} whitespace-nowrap`}>
          {words}
        </td>
      ))}
    </tr>
  )
}

const cell = 'px-2 py-2 first:text-left sm:px-3'
