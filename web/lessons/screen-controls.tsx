// The organiser's buttons on the projector's page: pause, resume and end; and how to join, small, or the button that lets
// people in again.
import { endLeague } from '@tengrand/contract/leagues.ts'
import { pauseLesson, resumeLesson } from '@tengrand/contract/lessons.ts'
import { codeInGroups } from '@tengrand/core/league.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { Confirm } from '../leagues/confirmed-action.tsx'
import { useHasGuests } from '../leagues/has-guests.ts'
import { joinAddress, useDoor } from '../leagues/invite.tsx'
import type { Lesson } from '../leagues/lesson-words.ts'
import { useLeagueChange } from '../leagues/queries.ts'
import { Button } from '../ui/button.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { Refused } from './refused.tsx'

export function Controls({ league, isPaused }: { league: string; isPaused: boolean }) {
  const [isEnding, setEnding] = useState(false)
  const asked = { params: { league } }
  const { mutate, isPending, error } = useLeagueChange((pause: boolean) =>
    call(pause ? pauseLesson : resumeLesson, asked),
  )
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-disabled={isPending} onClick={() => isPending || mutate(!isPaused)}>
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button kind="secondary" aria-haspopup="dialog" onClick={() => setEnding(true)}>
        End…
      </Button>
      {isEnding && (
        <Confirm
          title="End the lesson?"
          verb="End the lesson"
          isGuarded
          send={() => call(endLeague, asked)}
          onClose={() => setEnding(false)}
        >
          Trading ends for all members. There's no undo.
        </Confirm>
      )}
      <Refused error={error} />
    </div>
  )
}

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
