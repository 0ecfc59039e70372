// The organiser's buttons on the projector's page: pause, resume and end.
import { endLeague } from '@tengrand/contract/leagues.ts'
import { pauseLesson, resumeLesson } from '@tengrand/contract/lessons.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { Confirm } from '../leagues/confirmed-action.tsx'
import { useLeagueChange } from '../leagues/queries.ts'
import { Button } from '../ui/button.tsx'

interface ControlsProps {
  readonly league: string
  readonly isPaused: boolean
}

export function Controls({ league, isPaused }: ControlsProps) {
  const [isEnding, setEnding] = useState(false)
  const asked = { params: { league } }
  const { mutate, isPending, error } = useLeagueChange((pause: boolean) =>
    call(pause ? pauseLesson : resumeLesson, asked),
  )
  const turn = (): void => {
    if (!isPending) mutate(!isPaused)
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button aria-disabled={isPending} onClick={turn}>
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
      {error && (
        <p role="alert" className="text-loss">
          {sentenceOf(error)}
        </p>
      )}
    </div>
  )
}
