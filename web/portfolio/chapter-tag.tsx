// Stands beside the name of whoever has started over: their return is that of a later chapter.

export function ChapterTag({ chapter }: { chapter: number }) {
  if (chapter === 1) return null
  return (
    <>
      {' '}
      <span className="inline-block rounded-sm border border-control px-1.5 text-11 font-medium whitespace-nowrap text-muted">
        chapter {chapter}
      </span>
    </>
  )
}
