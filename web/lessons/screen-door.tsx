// How to join a lesson that runs, small on the projector's page; once the door is closed, the button that opens it.
import { codeInGroups } from '@tengrand/core/league.ts'

import { sentenceOf } from '../api/sentence-of.ts'
import { joinAddress, useDoor } from '../leagues/invite.tsx'
import type { Lesson } from '../leagues/lesson-words.ts'
import { TextButton } from '../ui/text-actions.tsx'

export function ScreenDoor({ league }: { league: Lesson }) {
  const { isOpen, turn, error } = useDoor(league)
  return (
    <div className="sm:text-right">
      <p className="text-20 font-semibold">
        {isOpen ? codeInGroups(league.code ?? '') : 'The door is closed'}
      </p>
      {isOpen ? (
        <p className="flex min-h-10 items-center wrap-anywhere text-muted">
          Join at {joinAddress()}
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
