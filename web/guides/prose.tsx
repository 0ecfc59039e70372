// Elements of the guides beyond paragraphs and lists: links, callouts and small tables.
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

/** In running text a link is underlined, since color alone would not tell it. */
export function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-accent underline underline-offset-3 hover:decoration-2">
      {children}
    </Link>
  )
}

interface CalloutProps {
  readonly title: string
  readonly icon?: IconName
  readonly children: ReactNode
}

export function Callout({ title, icon = 'info', children }: CalloutProps) {
  return (
    <div className="mt-6 flex gap-3 rounded-control bg-accent-soft px-4 py-3.5 text-15 leading-6">
      <Icon name={icon} className="mt-0.5 size-5 text-accent" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        <p className="mt-0.5">{children}</p>
      </div>
    </div>
  )
}

interface TableProps {
  readonly caption: string
  readonly columns: readonly string[]
  /** The first cell names the row, the others are numbers. */
  readonly rows: readonly (readonly string[])[]
}

export function Table({ caption, columns, rows }: TableProps) {
  return (
    <table className="mt-6 w-full text-14 tabular-nums">
      <caption className="pb-2 text-left font-semibold">{caption}</caption>
      <thead className="text-12 text-muted">
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col" className={`font-medium ${cellLook}`}>
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...numbers]) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className={`font-medium ${cellLook}`}>
              {name}
            </th>
            {numbers.map((number, column) => (
              <td key={columns[column + 1]} className={cellLook}>
                {number}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cellLook = 'py-2 pl-3 text-right align-baseline first:pl-0 first:text-left'
