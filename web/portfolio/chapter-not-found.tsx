// What is seen at the address of a chapter that the learner does not have.
import { ApiProblem } from '../api/problem.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

/** An id that nobody could have is refused before it is looked for. */
export const isUnknownChapter = (error: Error | null): boolean =>
  error instanceof ApiProblem &&
  (error.code === 'unknown_portfolio' || error.code === 'invalid_request')

export function ChapterNotFound() {
  return (
    <Card className="mx-auto max-w-lg text-center">
      <PageHeading title="Chapter not found" />
      <p className="mt-2 text-15 text-muted">You have no chapter at this address.</p>
      <Link to={paths.portfolio} className={`mt-6 ${buttonClass('primary')}`}>
        Back to your portfolio
      </Link>
    </Card>
  )
}
