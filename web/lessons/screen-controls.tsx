// The organiser's buttons on the projector's page: pause, resume and end; and how to join, small, or the button that lets
// people in again.
import { endLeague } from '@tengrand/contract/leagues.ts'
import { pauseLesson, resumeLesson } from '@tengrand/contract/lessons.ts'
import { codeInGroups } from '@tengrand/core/league.ts'
import type { ComponentProps } from 'react'

import { call } from '../api/client.ts'
import { ConfirmedAction } from '../leagues/confirmed-action.tsx'
import { useHasGuests } from '../leagues/has-guests.ts'
import { joinAddress, useDoor } from '../leagues/invite.tsx'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useLeagueChange } from '../leagues/queries.ts'
import { Refused } from '../leagues/refused.tsx'
import { Button } from '../ui/button.tsx'
import { TextButton } from '../ui/text-actions.tsx'

export function Controls({ league, isPaused }: { league: string; isPaused: boolean }) {
  const asked = { params: { league } }
  const { mutate, isPending, error } = useLeagueChange((pause: boolean) =>
    call(pause ? pauseLesson : resumeLesson, asked),
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-disabled={isPending} onClick={() => isPending || mutate(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <ConfirmedAction
        label="End…"
        button={Secondary}
        title="End the lesson?"
        verb="End the lesson"
        isGuarded
        send={() => call(endLeague, asked)}
      >
        Trading ends for all members. There's no undo.
      </ConfirmedAction>
      <Refused error={error} />
    </div>
  )
}

const Secondary = (props: ComponentProps<'button'>) => <Button {...props} kind="secondary" />

export function ScreenDoor({ league }: { league: Lesson }) {
  const { isOpen, turn, error } = useDoor(league)
  const needsNoAccount = useHasGuests() === true && league.guests === true
  return (
    <div className="sm:text-right">
      <p className="text-20 font-semibold">
        {isOpen ? codeInGroups(league.code ?? '') : 'The door is closed'}
      </p>
      {isOpen ? (
        <p className="min-h-10 wrap-anywhere text-muted">
          Join at {joinAddress()}
          {/* On a line of its own, so that there is room beside the buttons. */}
          {needsNoAccount && <span className="block">No account needed</span>}
        </p>
      ) : (
        <TextButton onClick={turn}>Open the door</TextButton>
      )}
      <Refused error={error} />
    </div>
  )
}
