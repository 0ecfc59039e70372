// A table of the dashboard, which reaches to the edges of its card; on a phone it is a list.
import type { ReactNode } from 'react'

import { openingRows } from '../browser/opening-rows.ts'

interface RowTableProps {
  readonly label: string
  readonly heads: readonly string[]
  /** The classes of the line of heads. */
  readonly headLook: string
  readonly children: ReactNode
}

export const RowTable = ({ label, heads, headLook, children }: RowTableProps) => (
  <table
    ref={openingRows}
    aria-label={label}
    className="-mx-5 w-[calc(100%+2.5rem)] max-md:block md:-mx-6 md:w-[calc(100%+3rem)]"
  >
    <thead className={headLook}>
      <tr>
        {heads.map((name) => (
          <th
            key={name}
            scope="col"
            className="pb-1.5 pl-4 text-right text-12 font-medium text-muted first:pl-6 first:text-left last:pr-6"
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-md:block">{children}</tbody>
  </table>
)
