// The tag 'run 2' beside the name of a learner who has restarted, whose return is that of the later run.

export function ChapterTag({ chapter }: { chapter: number }) {
  if (chapter === 1) return null
  return (
    <>
      {' '}
      <span className="inline-block rounded-sm border border-control px-1.5 text-11 font-medium whitespace-nowrap text-muted">
        run {chapter}
      </span>
    </>
  )
}
