// A part of the page: its card, its sentence, what stands there until its answer is there, and the guide behind it.
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { QueryView, viewOf } from '../ui/query-view.tsx'

interface PartViewProps<T> {
  readonly query: Parameters<typeof viewOf<T>>[0]
  /** What the query asks for, as it stands behind "Failed to load". */
  readonly what: string
  readonly isEmpty?: (data: T) => boolean
  readonly empty?: readonly [string, string]
  /** As high as what comes. */
  readonly renderMeanwhile: (words: string) => ReactNode
  readonly children: (data: T) => ReactNode
}

/** As every question is shown, but that each part keeps a place of its own while it is loading. */
export function PartView<T>(props: PartViewProps<T>) {
  const { query, what, isEmpty, empty = never, renderMeanwhile, children } = props
  const error = ({ message }: Error): string => `Failed to load ${what}: ${message}`
  const view = viewOf(query, { isEmpty, error })
  if (view.state === 'loading') return renderMeanwhile(`Loading ${what}...`)
  return (
    <QueryView view={view} loading="" empty={empty}>
      {children}
    </QueryView>
  )
}

/** Of parts that always have something to say. */
const never = ['', ''] as const

interface MeanwhileProps {
  readonly words: string
  /** Of the sentence, whose place the words take. */
  readonly className: string
  /** The heights of what stands below it, as classes. */
  readonly below: readonly string[]
}

export function Meanwhile({ words, className, below }: MeanwhileProps) {
  return (
    <div>
      <p role="status" className={`text-muted ${className}`}>
        {words}
      </p>
      <div aria-hidden="true">
        {below.map((height, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- They have nothing but their place.
          <div key={index} className={`py-1 ${height}`}>
            <div className="skeleton h-full" />
          </div>
        ))}
      </div>
    </div>
  )
}

/** A section of the guide to strategies. In running text a link is underlined, since color alone would not tell it. */
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
