// What stands under a chart: what its marks mean, and the way to its points as a table, which is fetched when it is wanted.
import { useState, type ReactNode } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import type { PointsTableProps } from '../ui/points-table.tsx'
import { TextButton } from '../ui/button.tsx'

interface ChartFootProps extends PointsTableProps {
  /** Whether the table is open, where that outlives the chart. */
  readonly open?: Open | undefined
  readonly children?: ReactNode
}

/** As a state has it. */
export type Open = readonly [boolean, (isOpen: boolean) => void]

export const ChartFoot = ({ children, open, ...table }: ChartFootProps) => (
  <TableFoot legend={children} open={open}>
    <PointsTable {...table} />
  </TableFoot>
)

interface TableFootProps extends Pick<ChartFootProps, 'open'> {
  /** What the marks of the figure mean. */
  readonly legend?: ReactNode
  /** The tables. */
  readonly children: ReactNode
}

export function TableFoot({ legend, open, children }: TableFootProps) {
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

const PointsTable = lazyComponent(() => import('../ui/points-table.tsx'))
