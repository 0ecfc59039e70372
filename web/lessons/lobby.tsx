// The projector's page before the start: how to join, the names as they come in, as large as they fit, and Start. A click on a
// name removes that member, once it is confirmed.
import { removeMember } from '@tengrand/contract/league-members.ts'
import { startLesson } from '@tengrand/contract/lessons.ts'
import { codeInGroups } from '@tengrand/core/league.ts'
import { formatCount, formatMoney, fromDollars } from '@tengrand/core/money.ts'
import type { ComponentProps } from 'react'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { ConfirmedAction } from '../leagues/confirmed-action.tsx'
import { Fingerprint } from '../leagues/fingerprint.tsx'
import { useHasGuests } from '../leagues/has-guests.ts'
import { joinAddress, linkTo, QrCode, useDoor } from '../leagues/invite.tsx'
import { planWords, type Lesson } from '../leagues/lesson-words.ts'
import { useBoard, useLeagueChange, type BoardRow } from '../leagues/queries.ts'
import { Refused } from '../leagues/refused.tsx'
import { Button } from '../ui/button.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { ClearLobby } from './clear-lobby.tsx'

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
        <Names league={league} names={names} />
      </div>
      <div className="flex flex-col justify-between gap-4">
        <div style={{ aspectRatio: 1 }}>
          <QrCode text={linkTo(code)} />
        </div>
        <p className="text-16 text-muted">
          You get {formatMoney(fromDollars(starting_cash)).replace(/\.00$/, '')} and{' '}
          {planWords(market)}. 16 stocks, names hidden. Everyone sees the same prices.
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
        style={{ fontSize: codeSizeOf(code) }}
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
function codeSizeOf(code: string): string {
  const widths = Array.from(code).map((sign) => (/[MW]/.test(sign) ? 1 : 0.64))
  const width = widths.reduce((sum, one) => sum + one, 0.4)
  return `min(${80 / width}vw, ${Math.min(7, 40 / width)}rem)`
}

const hereWords = (count: number): string =>
  count === 0
    ? 'Waiting for the first member'
    : `${formatCount(count, 'member')} ${count === 1 ? 'is' : 'are'} here`

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

type NamesProps = { readonly league: Lesson; readonly names: readonly BoardRow[] }

const Names = ({ league, names }: NamesProps) => (
  <ul
    aria-label="Members"
    className="-m-1 flex flex-wrap content-start gap-[0.4em] overflow-y-auto p-1"
    style={{ fontSize: `${nameSizeOf(names)}rem` }}
  >
    {names.map(({ user_id, display_name }) => (
      <li key={user_id}>
        <ConfirmedAction
          label={display_name}
          button={NameButton}
          title={`Remove ${display_name}?`}
          verb="Remove"
          isGuarded
          send={() => call(removeMember, { params: { league: league.id, user_id: user_id ?? '' } })}
        >
          They leave the lesson and can't join it again with this account.
          {league.guests && ' A guest could join as a new one, unless you close the door.'}
        </ConfirmedAction>
      </li>
    ))}
  </ul>
)

const NameButton = (props: ComponentProps<'button'>) => (
  <button
    type="button"
    {...props}
    className="max-w-full rounded-control border border-line bg-surface px-[0.7em] py-[0.25em] leading-normal wrap-anywhere hover:border-control max-lg:min-h-10"
  />
)

/** A few sizes only, so that the names seldom move. With the smallest one a long list scrolls. */
const sizes = [1.25, 1, 0.875, 0.75]
/** The room for the names in rem, in the lowest window whose letters are as large as those of the projector. */
const room = { width: 40, height: 17.5 }
/** In times the size: a letter, what surrounds a name, and a line of names. */
const [letter, padding, line] = [0.54, 1.8, 2.4]

const nameSizeOf = (names: readonly BoardRow[]): number =>
  sizes.find((size) => line * size * linesOf(names, room.width / size) <= room.height) ??
  Math.min(...sizes)

function linesOf(names: readonly BoardRow[], width: number): number {
  let lines = 1
  let used = 0
  for (const { display_name } of names) {
    const own = letter * display_name.length + padding
    lines += used + own > width ? 1 : 0
    used = used + own > width ? own : used + own
  }
  return lines
}
