// How to join a lesson that runs, small on the projector's page; once the door is closed, the button that opens it.
import { codeInGroups } from '@tengrand/core/league.ts'

import { sentenceOf } from '../api/sentence-of.ts'
import { useHasGuests } from '../leagues/has-guests.ts'
import { joinAddress, useDoor } from '../leagues/invite.tsx'
import type { Lesson } from '../leagues/lesson-words.ts'
import { TextButton } from '../ui/text-actions.tsx'

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
      {error && (
        <p role="alert" className="text-loss">
          {sentenceOf(error)}
        </p>
      )}
    </div>
  )
}
