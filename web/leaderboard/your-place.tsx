// The card of the learner's place: the rank with its movement over the last rankings, or why there is no rank.
import { openStartingWords } from '@tengrand/core/contest.ts'
import { formatCount, formatQuantity } from '@tengrand/core/money.ts'
import type { ReactNode } from 'react'

import { usePortfolio } from '../portfolio/queries.ts'
import { useMyRanks, type Leaderboard, type MyRanks } from './queries.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Card } from '../ui/card.tsx'
import { Triangle } from '../ui/icons.tsx'
import { Unconfirmed } from './unconfirmed.tsx'

export function YourPlace({ board: { you, unranked, unranked_until } }: { board: Leaderboard }) {
  const { data } = useMyRanks()
  return (
    <Card title="Your place">
      {you !== null && (
        <CurrentRank rank={you.rank} traders={data?.ranks.at(-1)?.traders}>
          {data && <Movement chapter={you.chapter} moves={movesOf(data.ranks)} />}
        </CurrentRank>
      )}
      {unranked === 'email_unconfirmed' && <Unconfirmed isRanked={you !== null} />}
      {unranked === 'by_operator' && <LeftOut>{byOperator}</LeftOut>}
      {unranked === 'returned' && <LeftOut>{untilWords(unranked_until)}</LeftOut>}
      {you === null && unranked === null && <NoPlace />}
    </Card>
  )
}

const LeftOut = ({ children }: { children: string }) => (
  <>
    <p className="text-15 font-medium">You're left out of the rankings.</p>
    <p className="mt-1 text-muted">{children}</p>
  </>
)

const byOperator =
  "The people who run this server decided this. You can keep trading. If you think it's a mistake, ask them."

const untilWords = (until: string | null): string =>
  `You deleted an account recently, which counts as a restart. You'll be ranked again ${until === null ? 'later' : `from ${newYorkDay.format(new Date(until))}`}. Until then you can trade as usual.`

const newYorkDay = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeZone: 'America/New_York',
})

/** The placeholder on wide screens, beside the ranking; below it, it would move when the ranking loads. */
export function YourPlaceLoading() {
  return (
    <Card className="max-lg:hidden">
      <div aria-hidden="true" className="skeleton h-35" />
    </Card>
  )
}

/** A restart removes the rank of the closed run immediately. A first trade counts from the next ranking on. */
function NoPlace() {
  const { data } = usePortfolio()
  const hasTraded = data && data.holdings.length + data.realized.length > 0
  return (
    <>
      <p className="text-15 font-medium">You're not ranked yet.</p>
      <p className="mt-1 text-muted">
        {hasTraded ? "You've traded, so you'll be in the next ranking." : joinWords(data?.chapter)}
      </p>
      <p className="mt-4">
        <Link to={paths.front} className="font-medium text-accent underline">
          Find a stock to trade
        </Link>
      </p>
    </>
  )
}

const joinWords = (chapter = 1): string =>
  chapter > 1
    ? `You'll rejoin the leaderboard after your first new trade, marked 'run ${chapter}'.`
    : `Make a trade to join the next ranking. Everyone starts with the same ${openStartingWords}.`

interface CurrentRankProps {
  readonly rank: number
  readonly traders: number | undefined
  readonly children: ReactNode
}

/** The height of the lines under the rank is reserved while they load. */
function CurrentRank({ rank, traders, children }: CurrentRankProps) {
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-44 font-semibold tracking-tight tabular-nums">
          #{formatQuantity(rank)}
        </span>
        {traders !== undefined && (
          <span className="text-muted">of {formatCount(traders, 'trader')}</span>
        )}
      </p>
      <div className="mt-2 min-h-11">{children}</div>
    </>
  )
}

function Movement({ chapter, moves }: { chapter: number; moves: Moves | null }) {
  if (!moves) {
    return (
      <p className="text-muted">
        This is your first ranking{chapter > 1 && ' in this run'}. The next one will show how you've
        moved.
      </p>
    )
  }
  const { places, since, best } = moves
  return (
    <>
      <p className="flex items-center gap-1.5 font-medium">
        {places !== 0 && <Triangle up={places > 0} />}
        {wordsOf(places)} since {dayWords(since)}
      </p>
      <p className="mt-1 text-muted">
        Best in 30 days: #{formatQuantity(best.rank)} on {dayWords(best.date)}
      </p>
    </>
  )
}

function wordsOf(places: number): string {
  if (places === 0) return 'No change'
  return `${places > 0 ? 'Up' : 'Down'} ${formatCount(Math.abs(places), 'place')}`
}

/** A New York day, formatted as such in every time zone. */
const dayWords = (date: string): string => day.format(new Date(`${date.slice(0, 10)}T12:00:00Z`))

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

type DayRank = Pick<MyRanks['ranks'][number], 'date' | 'rank'>

interface Moves {
  /** Positive for a better rank. */
  readonly places: number
  /** The day of the ranking before the last one. */
  readonly since: string
  /** The latest day with the best rank. */
  readonly best: DayRank
}

/** The ranks are oldest first. Null for a single one. */
export function movesOf(ranks: readonly DayRank[]): Moves | null {
  const last = ranks.at(-1)
  const before = ranks.at(-2)
  if (!last || !before) return null
  const best = ranks.reduce((found, next) => (next.rank <= found.rank ? next : found))
  return { places: before.rank - last.rank, since: before.date, best }
}
