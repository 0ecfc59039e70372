// Placeholders while data or code loads: gray rows, and a whole page of them.
import { Card } from './card.tsx'

export function SkeletonRows({ words, rows }: { words: string; rows: number }) {
  return (
    <div>
      <p role="status" className="text-14 text-muted">
        {words}
      </p>
      <div aria-hidden="true" className="mt-4 flex flex-col gap-3">
        {Array.from({ length: rows }, (_, row) => (
          <div key={row} className="skeleton h-9" />
        ))}
      </div>
    </div>
  )
}

/** A page of skeletons, shown only once the wait becomes noticeable. */
export function PageLoading() {
  return (
    <div className="appear-late mx-auto min-h-dvh w-full max-w-content not-in-[main]:p-4">
      <Card>
        <SkeletonRows words="Loading page..." rows={6} />
      </Card>
    </div>
  )
}
