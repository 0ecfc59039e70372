// The line under a chart: its legend, and the button that shows its points as a table.
import { useState, type ReactNode } from 'react'

import { lazyComponent } from '../browser/lazy.tsx'
import type { PointsTableProps } from '../ui/points-table.tsx'
import { TextButton } from '../ui/text-actions.tsx'

interface ChartFootProps extends PointsTableProps {
  /** Whether the table is open, as state of the owner, where it must outlive the chart. */
  readonly open?: Open | undefined
  readonly children?: ReactNode
}

export type Open = readonly [boolean, (isOpen: boolean) => void]

export const ChartFoot = ({ children, open, ...table }: ChartFootProps) => (
  <TableFoot legend={children} open={open}>
    <PointsTable {...table} />
  </TableFoot>
)

interface TableFootProps extends Pick<ChartFootProps, 'open'> {
  readonly legend?: ReactNode
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

export const PointsTable = lazyComponent(() => import('../ui/points-table.tsx'))
