// The page of a league, or of a lesson, which needs more than other leagues.
import { lazyComponent } from '../browser/lazy.tsx'
import { LeagueHome, type LessonHomeProps } from '../leagues/league-home.tsx'
import { useNoSearch } from '../portfolio/scope.tsx'

export default function LeaguePage() {
  return <LeagueHome lessonHome={LessonShown} />
}

function LessonShown(props: LessonHomeProps) {
  useNoSearch()
  return <LessonHome {...props} />
}

const LessonHome = lazyComponent(() => import('./lesson-home.tsx'))
