// Renders the text of the guides: a template tag for paragraphs, lists and links, and components for callouts and small
// tables.
import { Fragment, isValidElement, type ReactElement, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

type Value = string | number | ReactElement

/**
 * The template tag. Blank lines separate paragraphs. As in Markdown, `- ` and `1. ` begin the items of a list, `**`
 * encloses strong text, and `[text](address)` is a link. An element must have a paragraph of its own.
 */
export function prose(texts: TemplateStringsArray, ...values: readonly Value[]): ReactNode {
  const elements = values.filter((value) => isValidElement(value))
  const source = String.raw(
    { raw: texts },
    ...values.map((value) => (isValidElement(value) ? `<${elements.indexOf(value)}>` : value)),
  )
  return source
    .trim()
    .split(/\n\s*\n/)
    .map((block) => (
      <Fragment key={block}>
        {elements[Number(/<(\d+)>/.exec(block)?.[1])] ?? blockOf(block)}
      </Fragment>
    ))
}

function blockOf(text: string): ReactElement {
  const [, ...items] = text.split(/^\s*(?:-|1\.) /m)
  if (items.length === 0) return <p>{inline(text)}</p>
  const List = /^\s*-/.test(text) ? 'ul' : 'ol'
  return (
    <List>
      {items.map((item) => (
        <li key={item}>{inline(item)}</li>
      ))}
    </List>
  )
}

const inline = (text: string): ReactNode =>
  text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .split(/(\*\*.*?\*\*|\[.*?\]\(.*?\))/)
    .map((part) => {
      const [, words, to] = /^\[(.*)\]\((.*)\)$/.exec(part) ?? []
      if (to !== undefined)
        return (
          <PageLink key={part} to={to}>
            {words}
          </PageLink>
        )
      return part.startsWith('**') ? <strong key={part}>{part.slice(2, -2)}</strong> : part
    })

/** Links in running text are underlined, because color alone would not distinguish them. */
function PageLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="text-accent underline underline-offset-3 hover:decoration-2">
      {children}
    </Link>
  )
}

/** The one link of a guide that leads to where the reader can do it. */
export function TryNow({ to }: { to: string }) {
  return (
    <p className="mt-5">
      <Link to={to} className={buttonClass('primary')}>
        Try it now
      </Link>
    </p>
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
