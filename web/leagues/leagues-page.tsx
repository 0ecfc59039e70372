// The page of the learner's leagues: those they are in, the field for a code, and the form that creates one.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { CreateLeague } from './create-league.tsx'
import { CodeForm } from './join-form.tsx'
import { LeagueLines } from './leagues-card.tsx'
import { useLeagues } from './queries.ts'

export default function LeaguesPage() {
  const view = viewOf(useLeagues(), { what: 'your leagues' })
  return (
    <>
      <PageHeading />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Compete with your class, your club or your friends. In each league you have a portfolio of
        its own.
      </p>
      <div className="mt-5 grid items-start gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title="Your leagues">
          <QueryView view={view} loading="Loading leagues...">
            {({ leagues, former }) => (
              <>
                {leagues.length === 0 && (
                  <p className="text-muted">
                    You're not in a league{former.length > 0 ? '' : ' yet'}.
                  </p>
                )}
                <LeagueLines leagues={leagues} />
                {former.map(({ name, portfolio, removed }) => (
                  <p
                    key={portfolio}
                    className="border-t border-line pt-3 pb-3 text-muted last:pb-0"
                  >
                    {removed ? 'You were removed from' : 'You left'} {name}.{' '}
                    <Link to={paths.chapter(portfolio)} className="font-medium text-accent">
                      Your closed portfolio
                    </Link>
                  </p>
                ))}
              </>
            )}
          </QueryView>
        </Card>
        <div className="grid gap-5 *:min-w-0">
          <Card title="Join a league">
            <CodeForm />
          </Card>
          <Card title="Create a league or a lesson">
            <CreateLeague />
          </Card>
        </div>
      </div>
    </>
  )
}
