// What the page of a league shows for a lesson: its state and the ways on, the board, its rules, and after the end what it was.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Fingerprint } from '../leagues/fingerprint.tsx'
import KeepResult from '../leagues/keep-result.tsx'
import { LeagueScreens } from '../leagues/league-bar.tsx'
import { Home, type LessonHomeProps } from '../leagues/league-home.tsx'
import { LeagueTime } from '../leagues/league-time.tsx'
import { planWords, type Lesson } from '../leagues/lesson-words.ts'
import { useIsGuest } from '../session/guest.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ClearLobby } from './clear-lobby.tsx'
import { DownloadProof, endWords, Unmask } from './ended.tsx'
import { GuestRow } from './guest-row.tsx'

export default function LessonHome({ league, you }: LessonHomeProps) {
  const { id, state, market } = league
  const isOver = state === 'over'
  const isGuest = useIsGuest()
  return (
    <Home
      league={league}
      you={you}
      guestRow={GuestRow}
      ways={<Ways league={league} />}
      inInvite={<ClearLobby league={league} />}
      belowBoard={
        isOver && (
          <Card title="What the stocks were">
            <Unmask league={league} />
          </Card>
        )
      }
      aboveRules={
        isOver && (
          <>
            {isGuest && <KeepResult league={id} />}
            <Proof league={id} />
          </>
        )
      }
      belowRules={
        <div className="mt-4">
          <Fingerprint market={market} />
        </div>
      }
    >
      <p className="mt-1 text-muted">Lesson, {planWords(market)}</p>
      {market.ended ? (
        <p className="mt-1 text-muted">{endWords(market.ended)}</p>
      ) : (
        <LeagueTime league={league} />
      )}
      {isGuest && <LeagueScreens league={league} />}
    </Home>
  )
}

function Ways({ league: { id, role, state } }: { league: Lesson }) {
  const isOwner = role === 'owner'
  const isOver = state === 'over'
  return (
    <>
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
    </>
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
