// The content of a league's page: its state, the way to the learner's portfolio there, the board, the rules, and the owner's tools.
import type { ComponentProps, ComponentType, ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useParams } from '../browser/router.tsx'
import { useIsGuest } from '../session/guest.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { lazyComponent } from '../browser/lazy.tsx'
import { BoardCard } from './board.tsx'
import { Invite } from './invite.tsx'
import { LeagueTime } from './league-time.tsx'
import { LeagueView, NotInLeague } from './league-view.tsx'
import { isLesson, type Lesson } from './lesson-words.ts'
import { Leave, Manage } from './manage.tsx'
import { Members } from './members.tsx'
import { isUnknownLeague, useBoard, useLeague, useRefetchOnChange, type League } from './queries.ts'
import { Rules } from './rules.tsx'

export interface LessonHomeProps {
  readonly league: Lesson
  /** The learner's id, undefined until the board is there. */
  readonly you: string | null | undefined
}

type LeagueHomeProps = { readonly lessonHome: ComponentType<LessonHomeProps> }

/** With what is drawn for a lesson. */
export function LeagueHome({ lessonHome: LessonHome }: LeagueHomeProps) {
  const { league = '' } = useParams()
  const query = useLeague(league)
  const { data, error } = useBoard(league)
  // The board is asked for most often, so it is the first to know of new members and of a removal.
  useRefetchOnChange(data?.board.length, ['leagues', league], 'board')
  if (isUnknownLeague(error)) return <NotInLeague />
  const you = data?.board.find((row) => row.you)?.user_id
  return (
    <LeagueView query={query}>
      {(known) =>
        isLesson(known) ? (
          <LessonHome league={known} you={you} />
        ) : (
          <Home league={known} you={you} ways={<Ways league={known} />}>
            <LeagueTime league={known} />
          </Home>
        )
      }
    </LeagueView>
  )
}

interface HomeProps extends ComponentProps<typeof Members> {
  /** The links to other pages. */
  readonly ways: ReactNode
  /** Below the name. */
  readonly children: ReactNode
  readonly belowBoard?: ReactNode
  readonly inInvite?: ReactNode
  readonly aboveRules?: ReactNode
  readonly belowRules?: ReactNode
}

/** What all kinds of leagues show. The children and the other slots have what differs. */
export function Home({ ways, children, belowBoard, inInvite, ...props }: HomeProps) {
  const { league, you } = props
  const { code, kind, state, role, ranked } = league
  const isOver = state === 'over'
  const isMember = role === 'member'
  const isGuest = useIsGuest()
  return (
    <>
      <PageHeading title={league.name} />
      {children}
      <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">{ways}</p>
      <div className="mt-5 grid gap-5">
        {/* An organiser is never ranked. The owner of a league may have been given it late. */}
        {!ranked && !isOver && (isMember || kind === 'league') && (
          <Notice tone="info" quiet>
            You joined late, so you get no rank here.
          </Notice>
        )}
        <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-5 *:min-w-0">
            <BoardCard league={league} />
            {belowBoard}
            {!isMember && <Members {...props} />}
          </div>
          <div className="grid gap-5 *:min-w-0">
            {code !== undefined && !isOver && (
              <Invite league={league} code={code}>
                {inInvite}
              </Invite>
            )}
            {props.aboveRules}
            <Card title="Rules">
              <Rules league={league} />
              {props.belowRules}
              {isMember && !isGuest && !isOver && you && <Leave league={league} you={you} />}
            </Card>
            {league.kind === 'league' && <LeagueJournals league={league} />}
            {!isMember && <Manage league={league} />}
          </div>
        </div>
      </div>
    </>
  )
}

const LeagueJournals = lazyComponent(() => import('./journals.tsx'), {
  loading: () => <div className="skeleton h-30" />,
})

function Ways({ league: { id, state } }: { league: League }) {
  const own = paths.inLeague(id)
  return (
    <>
      <Link to={own.dashboard} className={buttonClass('primary')}>
        My portfolio in this league
      </Link>
      <Link to={own.insights} className="inline-flex min-h-10 items-center font-medium text-accent">
        {state === 'over' ? 'Why it ended like this' : 'My Insights here'}
      </Link>
    </>
  )
}
