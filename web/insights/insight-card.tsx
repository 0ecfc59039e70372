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
  /** A skeleton of the height of the data, so that the page does not jump. */
  readonly renderLoading: (words: string) => ReactNode
  readonly children: (data: T) => ReactNode
  /** Below the data, in every state of the query. */
  readonly footer?: ReactNode
}

export function InsightCard<T>(props: InsightCardProps<T>) {
  const { title, aside, query, what, isEmpty, empty = ['', ''], children, footer } = props
  const error = ({ message }: Error): string => `Failed to load ${what}: ${message}`
  const view = viewOf(query, { isEmpty, error })
  return (
    <Card title={title} aside={aside}>
      {view.state === 'loading' ? (
        props.renderLoading(`Loading ${what}...`)
      ) : (
        <QueryView view={view} loading="" empty={empty}>
          {children}
        </QueryView>
      )}
      {footer}
    </Card>
  )
}

interface SentenceSkeletonProps {
  readonly words: string
  /** The classes of the sentence that the words stand for. */
  readonly className: string
  /** The height classes of the blocks below the sentence. */
  readonly below: readonly string[]
}

export function SentenceSkeleton({ words, className, below }: SentenceSkeletonProps) {
  return (
    <div>
      <p role="status" className={`text-muted ${className}`}>
        {words}
      </p>
      <div aria-hidden="true">
        {below.map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- The blocks differ only in their position.
          <div key={index} className={`py-1 ${height}`}>
            <div className="skeleton h-full" />
          </div>
        ))}
      </div>
    </div>
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
