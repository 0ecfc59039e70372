// A page whose code is still on its way; nothing of it shows unless the waiting becomes noticeable.
import { Card } from './card.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'

export function PageLoading() {
  return (
    <div className="appear-late mx-auto min-h-dvh w-full max-w-content not-in-[main]:p-4">
      <Card>
        <SkeletonRows words="Loading page..." rows={6} />
      </Card>
    </div>
  )
}
