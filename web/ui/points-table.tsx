// The points of a chart as a table and as a CSV file. Loaded lazily.
import { formatMoney, type Cents } from '@tengrand/core/money.ts'

import { Button } from './button.tsx'
import type { Marks } from './line-chart-marks.tsx'
import type { ChartPoint } from './line-chart-scale.ts'
import { saveFile } from './save-file.ts'

export interface PointsTableProps {
  /** The name of the chart. */
  readonly label: string
  /** The heading of the values. */
  readonly column: string
  readonly points: readonly ChartPoint[]
  /** The other lines of the chart. */
  readonly further?: readonly { readonly name: string; readonly points: readonly ChartPoint[] }[]
  /** The last row: its name, and a cell for each line. */
  readonly foot?: readonly [string, ...string[]] | undefined
  readonly when: (at: number) => string
  /** The time of a point in the CSV file. */
  readonly stamp: (at: number) => string
  readonly marks?: Marks | undefined
  /** The file name without extension. */
  readonly file: string
}

export default function PointsTable(props: PointsTableProps) {
  const { label, when, marks, foot } = props
  return (
    <div className="mt-1">
      <div
        role="region"
        aria-label={`${label}, as a table`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- It scrolls, so the keys must reach it.
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-control border border-line"
      >
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-sunken text-12 text-muted">
            <tr>
              <th className={cell}>Date</th>
              {columnsOf(props).map((column) => (
                <th key={column} className={`${cell} text-right`}>
                  {column}
                </th>
              ))}
              {marks && <th className={cell}>Your trades</th>}
            </tr>
          </thead>
          <tbody>
            {rowsOf(props).map(({ at, values }) => (
              <tr key={at} className="border-t border-line">
                <RowName>{when(at)}</RowName>
                <Cells of={values.map(wordsOf)} />
                {marks && <td className={cell}>{tradesAt(marks, at)}</td>}
              </tr>
            ))}
          </tbody>
          {foot && <Foot cells={foot} />}
        </table>
      </div>
      <Button
        kind="secondary"
        className="mt-3"
        onClick={() => saveFile(`${props.file}.csv`, 'text/csv', csvOf(props))}
      >
        Download chart as CSV
      </Button>
    </div>
  )
}

const cell = 'px-3 py-2'

const RowName = ({ children }: { children: string }) => (
  <th scope="row" className={`${cell} font-normal whitespace-nowrap text-muted`}>
    {children}
  </th>
)

const Cells = ({ of }: { of: readonly string[] }) =>
  of.map((words, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- A cell is its column.
    <td key={index} className={`${cell} text-right`}>
      {words}
    </td>
  ))

function Foot({ cells: [name, ...others] }: { cells: readonly [string, ...string[]] }) {
  return (
    <tfoot className="sticky bottom-0 bg-sunken font-medium">
      <tr>
        <RowName>{name}</RowName>
        <Cells of={others} />
      </tr>
    </tfoot>
  )
}

const tradesAt = (marks: Marks, at: number): string =>
  (marks.get(at) ?? []).map(({ words }) => words).join(', ')

const columnsOf = ({ column, further = [] }: PointsTableProps): string[] => [
  column,
  ...further.map(({ name }) => name),
]

/** The rows of the table. A cell is empty where another line has no point at that time. */
function rowsOf({ points, further = [] }: PointsTableProps) {
  const others = further.map((line) => new Map(line.points.map(({ at, value }) => [at, value])))
  return points.map(({ at, value }) => ({ at, values: [value, ...others.map((of) => of.get(at))] }))
}

const wordsOf = (value: Cents | undefined): string =>
  value === undefined ? '' : formatMoney(value)

/** The CSV text, with amounts without $ and commas, which spreadsheets would read as text. */
function csvOf(props: PointsTableProps): string {
  const lines = rowsOf(props).map(({ at, values }) =>
    [props.stamp(at), ...values.map((value) => wordsOf(value).replaceAll(/[$,]/g, ''))].join(','),
  )
  return [['Date', ...columnsOf(props)].join(','), ...lines, ''].join('\r\n')
}
