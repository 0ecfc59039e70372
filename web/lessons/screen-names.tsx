// The names of the members in the lobby, as large as they fit. A click on a name removes that member, once it is confirmed.
import { removeMember } from '@tengrand/contract/league-members.ts'
import type { ComponentProps } from 'react'

import { call } from '../api/client.ts'
import { ConfirmedAction } from '../leagues/confirmed-action.tsx'
import type { Lesson } from '../leagues/lesson-words.ts'
import type { BoardRow } from '../leagues/queries.ts'

interface ScreenNamesProps {
  readonly league: Lesson
  readonly names: readonly BoardRow[]
}

export const ScreenNames = ({ league, names }: ScreenNamesProps) => (
  <ul
    aria-label="Members"
    className="-m-1 flex flex-wrap content-start gap-[0.4em] overflow-y-auto p-1"
    style={{ fontSize: `${sizeOf(names)}rem` }}
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

const sizeOf = (names: readonly BoardRow[]): number =>
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
