// The second line of links of 'Portfolio': the pages about one portfolio, above the heading of each of them.
import { paths } from '../browser/paths.ts'
import { Tabs } from './tabs.tsx'
import { useScope } from './scope.tsx'

/** A page below one of these, such as that of a closed run, names it by `within`. */
export function SectionLinks({ within }: { within?: 'runs' }) {
  // A league has these links in its bar.
  if (useScope().base !== '') return null
  return (
    <Tabs
      label="Portfolio"
      tabs={{
        Holdings: paths.portfolio,
        Insights: paths.insights,
        Journal: paths.journal(),
        Orders: paths.orders,
        Runs: paths.runs,
      }}
      within={within && paths[within]}
      className="-mt-2 gap-x-3.5 overflow-x-auto sm:gap-x-5"
    />
  )
}
