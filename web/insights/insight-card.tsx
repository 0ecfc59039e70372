// The card of an insight: renders the states of its query, with a skeleton as high as the data, and links to the guide.
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'

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
  readonly renderLoading?: (skeleton: ReactNode) => ReactNode
  readonly children: (data: T) => ReactNode
  /** Below the data, in every state of the query. */
  readonly footer?: ReactNode
}

export function InsightCard<T>(props: InsightCardProps<T>) {
  const { title, aside, query, what, isEmpty, empty = ['', ''], children, footer } = props
  const { sentenceLook, blocks, renderLoading = (skeleton) => skeleton } = props
  const error = ({ message }: Error): string => `Failed to load ${what}: ${message}`
  const view = viewOf(query, { isEmpty, error })
  return (
    <Card title={title} aside={aside}>
      {view.state === 'loading' ? (
        renderLoading(
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
          </div>,
        )
      ) : (
        <QueryView view={view} loading="" empty={empty}>
          {children}
        </QueryView>
      )}
      {footer}
    </Card>
  )
}

/** Links to a section of the guide to strategies. Underlined, since color alone does not mark a link in running text. */
export function GuideLink({ section, children }: { section: string; children: ReactNode }) {
  return (
    <Link
      to={paths.strategiesSection(section)}
      className="text-accent underline underline-offset-3 hover:decoration-2"
    >
      {children}
    </Link>
  )
}
