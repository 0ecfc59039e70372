// The dashboard before there are accounts: the money everybody starts with, the stocks there are, and where to go next.
import { PageHeading } from '../ui/page-heading.tsx'
import { Market } from './market.tsx'
import { NextSteps } from './next-steps.tsx'
import { ProPromo } from './pro-promo.tsx'
import { StartingCash } from './starting-cash.tsx'

export default function DashboardPage() {
  return (
    <>
      <PageHeading title="Dashboard" className="sr-only" />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid gap-5">
          <StartingCash />
          <Market />
        </div>
        <div className="grid gap-5">
          <NextSteps />
          <ProPromo />
        </div>
      </div>
    </>
  )
}
