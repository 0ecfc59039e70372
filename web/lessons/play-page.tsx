// The page on which a learner plays a lesson.
import { useEffect, useEffectEvent } from 'react'

import { paths } from '../browser/paths.ts'
import { Redirect, useParams } from '../browser/router.tsx'
import { LeagueView, NotInLeague } from '../leagues/league-view.tsx'
import { isLesson } from '../leagues/lesson-words.ts'
import { useLeague } from '../leagues/queries.ts'
import { useNoSearch } from '../portfolio/scope.tsx'
import { useLiveLesson } from './live.ts'
import { Play } from './play.tsx'

export default function PlayPage() {
  const { league: id = '' } = useParams()
  const query = useLeague(id)
  const live = useLiveLesson(id)
  const { state } = live
  // The league has the times that follow from the state.
  const known = query.data?.market?.state
  const news = known === undefined || state === known ? null : state
  const refetch = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (news !== null) refetch()
  }, [news])
  useNoSearch()
  if (live.isGone) return <NotInLeague kind="lesson" />
  return (
    <LeagueView query={query}>
      {(league) =>
        isLesson(league) ? <Play lesson={league} live={live} /> : <Redirect to={paths.league(id)} />
      }
    </LeagueView>
  )
}
