// What stands where something is still being loaded: the words for it, and gray rows that keep its place.

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
