// The tag 'chapter 2' beside the name of a learner who has started over, whose return is that of the later chapter.

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
