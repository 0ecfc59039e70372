// The link back and the card for an unknown run, which the pages about one run share.
import { ApiProblem } from '../api/problem.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Icon } from '../ui/icons.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link to={to} className="-my-2.5 inline-flex min-h-10 items-center gap-1 font-medium text-accent">
    <Icon name="chevron" className="size-3.5 rotate-180" />
    {children}
  </Link>
)

/** Includes invalid requests, which is how the server refuses an id of the wrong format. */
export const isUnknownChapter = (error: Error | null): boolean =>
  error instanceof ApiProblem &&
  (error.code === 'unknown_portfolio' || error.code === 'invalid_request')

export function ChapterNotFound() {
  return (
    <Card className="mx-auto max-w-lg text-center">
      <PageHeading title="Run not found" />
      <p className="mt-2 text-15 text-muted">You have no run at this address.</p>
      <Link to={paths.portfolio} className={`mt-6 ${buttonClass('primary')}`}>
        Back to your portfolio
      </Link>
    </Card>
  )
}
