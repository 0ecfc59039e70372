// The chapters that a learner has closed by starting over: what each came to, and the way to read it.
import { useChapters, type Chapter } from './chapters.ts'
import { useArrival } from '../browser/router.tsx'
import { Card } from '../ui/card.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { ChapterTable, type Closed } from './chapter-table.tsx'

export function EarlierChapters() {
  useArrival('chapters')
  const chapters = useChapters()
  const view = viewOf(chapters, {
    error: ({ message }) => `Failed to load your chapters: ${message}`,
  })
  // Whoever came back after deleting an account is in a later chapter, and none is kept from before.
  if (chapters.data?.chapters.length === 1) return null
  return (
    <Card title="Earlier chapters" id="chapters">
      <QueryView view={view} loading="Loading chapters..." empty={none} rows={1}>
        {({ chapters: all }) => <ChapterTable chapters={all.filter(isClosed)} />}
      </QueryView>
    </Card>
  )
}

/** It stands where there is a chapter before this one. */
const none = ['No earlier chapters.', ''] as const

const isClosed = (chapter: Chapter): chapter is Closed => chapter.closed_at !== null
