// How long a guide takes to read and whom it is for.
import type { Guide } from './guides.ts'

export function ReadingTime({ guide: { minutes, level } }: { guide: Guide }) {
  return (
    <p className="flex items-center gap-2 text-12 font-medium">
      <span className="rounded-full bg-accent-soft px-2.5 py-1 text-accent">{level}</span>{' '}
      <span className="text-muted">{minutes} min read</span>
    </p>
  )
}
