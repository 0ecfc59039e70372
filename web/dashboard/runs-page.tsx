// The page of the learner's runs: the open one and those closed by a restart, each with its result.
import { openStartingWords } from '@tengrand/core/contest.ts'

import { Runs } from '../portfolio/runs.tsx'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { PageHeading } from '../ui/page-heading.tsx'

export default function RunsPage() {
  return (
    <div className="grid grid-cols-1 gap-5">
      <SectionLinks />
      <div>
        <PageHeading />
        <p className="mt-1 max-w-2xl text-15 text-muted">
          A restart closes your run and begins the next one with {openStartingWords}. Your old runs
          stay here, with their trades and Insights. You'll find Restart in the account menu.
        </p>
      </div>
      <Runs />
    </div>
  )
}
