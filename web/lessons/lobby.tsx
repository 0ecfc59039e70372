// The projector's page before the start: how to join, the names as they come in, and Start.
import { startLesson } from '@tengrand/contract/lessons.ts'
import { codeInGroups } from '@tengrand/core/league.ts'
import { formatMoney, formatQuantity, fromDollars } from '@tengrand/core/money.ts'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { Fingerprint } from '../leagues/fingerprint.tsx'
import { useHasGuests } from '../leagues/has-guests.ts'
import { joinAddress, linkTo, QrCode, useDoor } from '../leagues/invite.tsx'
import { planWords, type Lesson } from '../leagues/lesson-words.ts'
import { useBoard, useLeagueChange } from '../leagues/queries.ts'
import { Refused } from '../leagues/refused.tsx'
import { Button } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { ClearLobby } from './clear-lobby.tsx'
import { ScreenNames } from './screen-names.tsx'

export function Lobby({ league }: { league: Lesson }) {
  const { id, name, code = '', market, starting_cash, members } = league
  const { data } = useBoard(id, 2_000)
  const names = data?.board.filter(({ you }) => !you) ?? []
  return (
    <div className="grid min-h-dvh gap-6 p-6 *:min-h-0 *:min-w-0 lg:h-dvh lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex flex-col">
        <div className="flex items-baseline justify-between gap-x-4 max-sm:flex-wrap">
          <PageHeading
            title={name}
            className="min-w-0 truncate text-24 font-semibold tracking-tight"
          />
          <Link to={paths.league(id)} className="font-medium whitespace-nowrap text-accent">
            Page of the lesson
          </Link>
        </div>
        <ClosedDoor league={league} />
        <HowToJoin league={league} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <p role="status" className="mt-2 mb-3 text-20 font-semibold">
            {hereWords(data ? names.length : members)}
          </p>
          <ClearLobby league={league} />
        </div>
        <ScreenNames league={league} names={names} />
      </div>
      <div className="flex flex-col justify-between gap-4">
        <div style={{ aspectRatio: 1 }}>
          <QrCode text={linkTo(code)} />
        </div>
        <p className="text-16 text-muted">
          You get {formatMoney(fromDollars(starting_cash)).replace(/\.00$/, '')} and{' '}
          {planWords(market).toLowerCase()}. 16 stocks, names hidden. Everyone sees the same prices.
        </p>
        <Fingerprint market={market} isShort />
        <Start league={id} />
      </div>
    </div>
  )
}

function HowToJoin({ league: { code = '', guests } }: { league: Lesson }) {
  const needsNoAccount = useHasGuests() === true && guests === true
  return (
    <>
      <p className="mt-1 text-24 wrap-anywhere text-muted">
        Join at <strong className="font-semibold text-ink">{joinAddress()}</strong>
        {needsNoAccount && '. No account needed.'}
      </p>
      <p
        className="leading-tight font-semibold tracking-tight whitespace-nowrap tabular-nums"
        style={{ fontSize: sizeOf(code) }}
      >
        <span aria-hidden="true">{codeInGroups(code)}</span>
        <span className="sr-only">{Array.from(code).join(' ')}</span>
      </p>
    </>
  )
}

/** Only while the code does not work. */
function ClosedDoor({ league }: { league: Lesson }) {
  const { isOpen, turn, error } = useDoor(league)
  if (isOpen) return null
  return (
    <p role="alert" className="mt-1 flex flex-wrap items-center gap-x-4 text-20 text-loss">
      {error ? sentenceOf(error) : 'The door is closed. The code does not work now.'}
      <TextButton onClick={turn}>Open the door</TextButton>
    </p>
  )
}

/** As large as the code fits beside the QR code, or above it on a phone. */
function sizeOf(code: string): string {
  const widths = Array.from(code).map((sign) => (/[MW]/.test(sign) ? 1 : 0.64))
  const width = widths.reduce((sum, one) => sum + one, 0.4)
  return `min(${80 / width}vw, ${Math.min(7, 40 / width)}rem)`
}

function hereWords(count: number): string {
  if (count === 0) return 'Waiting for the first member'
  return count === 1 ? '1 member is here' : `${formatQuantity(count)} members are here`
}

function Start({ league }: { league: string }) {
  const { mutate, isPending, error } = useLeagueChange(() =>
    call(startLesson, { params: { league } }),
  )
  return (
    <div>
      <Refused error={error} className="mb-2 text-16" />
      <Button
        aria-disabled={isPending}
        onClick={() => isPending || mutate()}
        className="min-h-14 w-full text-24"
      >
        {isPending ? 'Starting...' : 'Start'}
      </Button>
    </div>
  )
}
