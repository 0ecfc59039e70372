// The entries of a journal, newest first, and the button for earlier ones; or that there are none.
import { Button } from '../ui/button.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { EntryRow } from './entry-row.tsx'
import type { Pages } from './queries.ts'

interface EntriesProps {
  readonly query: Pages
  readonly empty: readonly [string, string]
  /** Whether reasons can be changed, and stocks lead to their pages. */
  readonly isOwn?: boolean
}

export function Entries({ query, empty, isOwn = false }: EntriesProps) {
  const view = viewOf(query, {
    isEmpty: ({ pages }) => pages.every(({ entries }) => entries.length === 0),
    what: 'the journal',
  })
  return (
    <QueryView view={view} loading="Loading journal..." empty={empty} rows={6}>
      {({ pages }) => (
        <>
          <ol aria-label="Entries">
            {pages
              .flatMap(({ entries }) => entries)
              .map((entry) => (
                <EntryRow key={entry.id} entry={entry} isOwn={isOwn} />
              ))}
          </ol>
          <More query={query} />
        </>
      )}
    </QueryView>
  )
}

function More({ query }: { query: Pages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  if (!hasNextPage) return null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        kind="secondary"
        aria-disabled={isFetchingNextPage}
        onClick={() => void (isFetchingNextPage || fetchNextPage())}
      >
        {isFetchingNextPage ? 'Loading...' : 'Load more'}
      </Button>
      {isFetchNextPageError && (
        <p role="alert" className="text-loss">
          Failed to load more entries.
        </p>
      )}
    </div>
  )
}
