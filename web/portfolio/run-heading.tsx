// The heading of a page that is also about earlier runs: which portfolio it is, and the way back to its run.
import type { ReactNode } from 'react'

import { paths } from '../browser/paths.ts'
import { PageHeading } from '../ui/page-heading.tsx'
import { BackLink } from './chapter-not-found.tsx'
import { portfolioName, type Portfolio } from './queries.ts'
import { useIdInAddress } from './scope.tsx'
import { SectionLinks } from './section-links.tsx'

interface RunHeadingProps {
  readonly title: string
  readonly portfolio: Portfolio | undefined
  readonly children?: ReactNode
}

export function RunHeading({ title, portfolio, children }: RunHeadingProps) {
  const id = useIdInAddress()
  const run = portfolioName(portfolio)
  return (
    <div>
      <SectionLinks {...(id !== null && !portfolio?.contest && { within: 'runs' })} />
      <div className="mt-4">{id !== null && <BackLink to={paths.chapter(id)}>{run}</BackLink>}</div>
      <PageHeading
        title={id === null ? title : `${title}: ${run}`}
        className="mt-1 text-24 font-semibold tracking-tight"
      />
      {children}
    </div>
  )
}
