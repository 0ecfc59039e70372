// What the page of a league shows for a lesson: its state and the ways on, the board, its rules, and after the end what it was.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { BoardCard } from '../leagues/board.tsx'
import { Fingerprint } from '../leagues/fingerprint.tsx'
import { Invite } from '../leagues/invite.tsx'
import type { LessonHomeProps } from '../leagues/league-home.tsx'
import { LeagueScreens } from '../leagues/league-bar.tsx'
import { LeagueTime } from '../leagues/league-time.tsx'
import { planWords, type Lesson } from '../leagues/lesson-words.ts'
import { Leave, Manage } from '../leagues/manage.tsx'
import { Members } from '../leagues/members.tsx'
import { Rules } from '../leagues/rules.tsx'
import { useIsGuest } from '../session/guest.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { ClearLobby } from './clear-lobby.tsx'
import { DownloadProof, endWords } from './ended.tsx'
import { GuestRow } from './guest-row.tsx'
import KeepResult from './keep-result.tsx'
import { Unmask } from './unmask.tsx'

export default function LessonHome({ league, you }: LessonHomeProps) {
  const { id, code, state, role, ranked, market } = league
  const isOver = state === 'over'
  const isOwner = role === 'owner'
  const isGuest = useIsGuest()
  return (
    <>
      <PageHeading title={league.name} />
      <p className="mt-1 text-muted">Lesson, {planWords(market).toLowerCase()}</p>
      {market.ended ? (
        <p className="mt-1 text-muted">{endWords(market.ended)}</p>
      ) : (
        <LeagueTime league={league} />
      )}
      {isGuest && <LeagueScreens league={league} />}
      <Ways league={league} />
      <div className="mt-5 grid gap-5">
        {!ranked && !isOver && !isOwner && (
          <Notice tone="info" quiet>
            You joined late, so you get no rank here.
          </Notice>
        )}
        <div className="grid items-start gap-5 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="grid gap-5 *:min-w-0">
            <BoardCard league={league} />
            {isOver && (
              <Card title="What the stocks were">
                <Unmask league={league} />
              </Card>
            )}
            {isOwner && <Members league={league} you={you} guestRow={GuestRow} />}
          </div>
          <div className="grid gap-5 *:min-w-0">
            {code !== undefined && !isOver && (
              <Invite league={league} code={code}>
                <ClearLobby league={league} />
              </Invite>
            )}
            {isOver && isGuest && <KeepResult league={id} />}
            {isOver && <Proof league={id} />}
            <RulesCard league={league} you={you} canLeave={!isOwner && !isGuest && !isOver} />
            {isOwner && <Manage league={league} />}
          </div>
        </div>
      </div>
    </>
  )
}

function RulesCard({ league, you, canLeave }: LessonHomeProps & { readonly canLeave: boolean }) {
  return (
    <Card title="Rules">
      <Rules league={league} />
      <div className="mt-4">
        <Fingerprint market={league.market} />
      </div>
      {canLeave && you && <Leave league={league} you={you} />}
    </Card>
  )
}

function Ways({ league: { id, role, state } }: { league: Lesson }) {
  const isOwner = role === 'owner'
  const isOver = state === 'over'
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {isOwner && (
        <Link to={paths.screen(id)} className={buttonClass('primary')}>
          Open the projector page
        </Link>
      )}
      <Link
        to={isOver ? paths.inLeague(id).insights : paths.play(id)}
        className={buttonClass(isOwner ? 'secondary' : 'primary')}
      >
        {isOver ? 'Why it ended like this' : 'Play'}
      </Link>
    </p>
  )
}

const Proof = ({ league }: { league: string }) => (
  <Card title="Proof">
    <p className="mb-4 text-muted">
      With this file, anyone can compute every price, every trade and the whole board again.
    </p>
    <DownloadProof league={league} />
  </Card>
)
