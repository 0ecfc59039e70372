// A portfolio by its id: a closed run, or an open portfolio that is not the main one.
import { lazyComponent } from '../browser/lazy.tsx'
import { paths } from '../browser/paths.ts'
import { Redirect } from '../browser/router.tsx'
import { ChapterNotFound, isUnknownChapter } from '../portfolio/chapter-not-found.tsx'
import {
  portfolioName,
  useMainPortfolio,
  usePortfolio,
  type Portfolio,
} from '../portfolio/queries.ts'
import { SectionLinks } from '../portfolio/section-links.tsx'
import { PageHeading, PageTitle } from '../ui/page-heading.tsx'
import ClosedPortfolio, { ChartLoading } from './closed-portfolio.tsx'

export default function ChapterPage() {
  const { data, error } = usePortfolio()
  if (!data && isUnknownChapter(error)) return <ChapterNotFound />
  if (data?.closed_at === null) {
    const { contest, portfolio } = data
    if (contest) return <Redirect to={paths.inLeague(contest.league).portfolio} />
    return <OpenPortfolio id={portfolio} />
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      <Heading portfolio={data} />
      <ClosedPortfolio />
    </div>
  )
}

/** Redirects to the portfolio page if it is the main portfolio; shows any other open portfolio here. */
function OpenPortfolio({ id }: { id: string }) {
  const main = useMainPortfolio()
  if (main.isPending) {
    return (
      <div className="grid grid-cols-1 gap-5">
        <Heading portfolio={undefined} />
        <ChartLoading />
      </div>
    )
  }
  if (main.data?.portfolio === id) return <Redirect to={paths.portfolio} />
  return (
    <PageTitle value="Portfolio">
      <PortfolioPage />
    </PageTitle>
  )
}

const PortfolioPage = lazyComponent(() => import('./portfolio-page.tsx'))

/** A learner who has left a league, or was removed, keeps the portfolio. */
function Heading({ portfolio }: { portfolio: Portfolio | undefined }) {
  const closedAt = portfolio?.closed_at
  return (
    <div>
      <SectionLinks {...(!portfolio?.contest && { within: 'runs' })} />
      <PageHeading
        title={portfolioName(portfolio)}
        className="mt-5 text-24 font-semibold tracking-tight wrap-anywhere"
      />
      <p className="mt-1 min-h-5.5 text-15 text-muted">
        {closedAt && (
          <>
            Closed on <time dateTime={closedAt}>{dateAndTime.format(Date.parse(closedAt))}</time>,
            at the prices then. You can read it, but not trade in it.
          </>
        )}
      </p>
    </div>
  )
}

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })
