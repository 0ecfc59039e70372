// Renders the four states of a query: loading, empty, error and data.
import type { ReactNode } from 'react'

import { Button } from './button.tsx'
import { SkeletonRows } from './loading.tsx'

export type View<T> =
  | { readonly state: 'loading' }
  | { readonly state: 'empty' }
  | { readonly state: 'error'; readonly sentence: string; readonly retry?: () => void }
  | { readonly state: 'data'; readonly data: T }

interface Query<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** When there is nothing to show, and the noun after "Failed to load" or another sentence. */
type Say<T> = { readonly isEmpty?: ((data: T) => boolean) | undefined } & (
  | { readonly what: string }
  | { readonly error: (error: Error) => string }
)

/** The state of a query. A failed refetch does not show while there is older data. */
export function viewOf<T>({ data, error, refetch }: Query<T>, say: Say<T>): View<T> {
  if (data !== undefined) return say.isEmpty?.(data) ? { state: 'empty' } : { state: 'data', data }
  if (!error) return { state: 'loading' }
  const sentence = 'what' in say ? `Failed to load ${say.what}: ${error.message}` : say.error(error)
  return { state: 'error', sentence, retry: () => void refetch() }
}

interface QueryViewProps<T> {
  readonly view: View<T>
  readonly loading: string
  /** Missing where the answer is never empty. */
  readonly empty?: readonly [string, string]
  /** Content below the two lines of an empty result. */
  readonly whenEmpty?: ReactNode
  /** The usual number of rows, so that the page does not jump when the data arrives. */
  readonly rows?: number
  readonly children: (data: T) => ReactNode
}

export function QueryView<T>(props: QueryViewProps<T>) {
  const { view, loading, empty, whenEmpty, rows = 3, children } = props
  switch (view.state) {
    case 'loading':
      return <SkeletonRows words={loading} rows={rows} />
    case 'empty':
      return (
        <div className="py-10 text-center">
          <p className="text-15 font-medium">{empty?.[0]}</p>
          <p className="mt-1 text-muted">{empty?.[1]}</p>
          {whenEmpty}
        </div>
      )
    case 'error':
      return <Failed {...view} />
    case 'data':
      return children(view.data)
  }
}

function Failed({ sentence, retry }: { sentence: string; retry?: () => void }) {
  return (
    <div className="flex flex-col items-center gap-4 py-8 text-center">
      <p role="alert" title={sentence} className="line-clamp-3 text-15 wrap-anywhere text-loss">
        {sentence}
      </p>
      {retry && (
        <Button kind="secondary" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}
