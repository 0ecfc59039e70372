// The points of a chart as a table, and as a file for spreadsheets.
import { formatMoney } from '@tengrand/core/money.ts'

import { Button } from './button.tsx'
import type { Marks } from './line-chart-marks.tsx'
import type { ChartPoint } from './line-chart-scale.ts'
import { saveFile } from './save-file.ts'

export interface PointsTableProps {
  /** What the chart is called. */
  readonly label: string
  /** What a value is called. */
  readonly column: string
  readonly points: readonly ChartPoint[]
  readonly when: (at: number) => string
  /** A point's time as spreadsheets read it. */
  readonly stamp: (at: number) => string
  readonly marks?: Marks | undefined
  /** The name of the file, without its ending. */
  readonly file: string
}

export default function PointsTable(props: PointsTableProps) {
  const { label, column, points, when, marks } = props
  return (
    <div className="mt-1">
      {/* It scrolls, so the keys must reach it. */}
      <div
        role="region"
        aria-label={`${label}, as a table`}
        tabIndex={0}
        className="max-h-80 overflow-y-auto rounded-control border border-line"
      >
        <table className="w-full text-left tabular-nums">
          <thead className="sticky top-0 bg-sunken text-12 text-muted">
            <tr>
              <th className={cell}>Date</th>
              <th className={`${cell} text-right`}>{column}</th>
              {marks && <th className={cell}>Your trades</th>}
            </tr>
          </thead>
          <tbody>
            {points.map(({ at, value }) => (
              <tr key={at} className="border-t border-line">
                <th scope="row" className={`${cell} font-normal whitespace-nowrap text-muted`}>
                  {when(at)}
                </th>
                <td className={`${cell} text-right`}>{formatMoney(value)}</td>
                {marks && (
                  <td className={cell}>
                    {marks
                      .get(at)
                      ?.map(({ words }) => words)
                      .join(', ')}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
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

/** Amounts without signs and commas, which spreadsheets take for text. */
function csvOf({ column, points, stamp }: PointsTableProps): string {
  const lines = points.map(
    ({ at, value }) => `${stamp(at)},${formatMoney(value).replaceAll(/[$,]/g, '')}`,
  )
  return [`Date,${column}`, ...lines, ''].join('\r\n')
}
