// The projector's page of a lesson, which is for its organiser alone.
import { lazyComponent } from '../browser/lazy.tsx'
import { paths } from '../browser/paths.ts'
import { Redirect, useParams } from '../browser/router.tsx'
import { LeagueView } from '../leagues/league-view.tsx'
import { isLesson } from '../leagues/lesson-words.ts'
import { useLeague } from '../leagues/queries.ts'

export default function ScreenPage() {
  const { league: id = '' } = useParams()
  return (
    <LeagueView query={useLeague(id)}>
      {(league) => {
        if (!isLesson(league)) return <Redirect to={paths.league(id)} />
        if (league.role !== 'owner') return <Redirect to={paths.play(id)} />
        return <Screen league={league} />
      }}
    </LeagueView>
  )
}

/** Loaded for the organiser alone, because it is the largest page. */
const Screen = lazyComponent(() => import('./screen.tsx'))
