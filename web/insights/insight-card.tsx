// The card of an insight: renders the states of its query, with a skeleton as high as the data, and links to the guide.
import { useState, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useIsGuest } from '../session/guest.ts'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { TextButton } from '../ui/text-actions.tsx'

interface InsightCardProps<T> {
  readonly title: string
  readonly aside?: ReactNode
  readonly query: Parameters<typeof viewOf<T>>[0]
  /** The noun after "Loading" and "Failed to load". */
  readonly what: string
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: readonly [string, string]
  /** The classes of the first sentence. The loading text has them too, so that the page does not jump. */
  readonly sentenceLook: string
  /** The height classes of the gray blocks below the loading text. */
  readonly blocks: readonly string[]
  /** Below the gray blocks. */
  readonly whileLoading?: ReactNode
  readonly children: (data: T) => ReactNode
  /** In a column of its own on wide screens, in every state of the query. */
  readonly beside?: ReactNode
  /** Below the data, in every state of the query. */
  readonly footer?: ReactNode
}

export function InsightCard<T>(props: InsightCardProps<T>) {
  const { title, aside, beside, footer } = props
  return (
    <Card title={title} aside={aside}>
      {beside ? (
        <div className="grid gap-x-8 gap-y-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <div>
            <States {...props} />
          </div>
          {beside}
        </div>
      ) : (
        <States {...props} />
      )}
      {footer}
    </Card>
  )
}

function States<T>(props: InsightCardProps<T>) {
  const { query, what, isEmpty, empty = ['', ''], sentenceLook, blocks, children } = props
  const view = viewOf(query, { isEmpty, what })
  if (view.state !== 'loading')
    return (
      <QueryView view={view} loading="" empty={empty}>
        {children}
      </QueryView>
    )
  return (
    <>
      <div>
        <p role="status" className={`text-muted ${sentenceLook}`}>
          Loading {what}...
        </p>
        <div aria-hidden="true">
          {blocks.map((height, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- The blocks differ only in their position.
            <div key={index} className={`py-1 ${height}`}>
              <div className="skeleton h-full" />
            </div>
          ))}
        </div>
      </div>
      {props.whileLoading}
    </>
  )
}

/** Text that few learners need: closed at first, and printed in any case. */
export function Details({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {title}
      </TextButton>
      <div className={isOpen ? '' : 'hidden print:block'}>{children}</div>
    </>
  )
}

/** Links to a section of the guide to strategies. Underlined, since color alone does not mark a link in running text. */
export function GuideLink({ section, children }: { section: string; children: ReactNode }) {
  // Guests have the pages of their lesson alone.
  if (useIsGuest()) return children
  return (
    <Link
      to={paths.strategiesSection(section)}
      className="text-accent underline underline-offset-3 hover:decoration-2"
    >
      {children}
    </Link>
  )
}
