// A list of journal entries, newest first, and the button for earlier ones.
import { Button } from '../ui/button.tsx'
import { EntryRow } from './entry-row.tsx'
import type { Pages } from './queries.ts'

interface EntriesProps {
  readonly query: Pages
  /** Whether reasons can be changed, and stocks lead to their pages. */
  readonly isOwn?: boolean
}

export function Entries({ query, isOwn = false }: EntriesProps) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  return (
    <>
      <ol aria-label="Entries">
        {data?.pages
          .flatMap(({ entries }) => entries)
          .map((entry) => (
            <EntryRow key={entry.id} entry={entry} isOwn={isOwn} />
          ))}
      </ol>
      {hasNextPage && (
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
      )}
    </>
  )
}
