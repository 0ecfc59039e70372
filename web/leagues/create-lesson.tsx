// The form of a new lesson: two choices, a name that is there already, and the plan of a school lesson. It leads to the
// projector's page.
import { useState } from 'react'

import { useConfig } from '../api/queries.ts'
import { paths } from '../browser/paths.ts'
import { newDraft } from './draft.ts'
import { Choice, LeagueForm } from './league-form.tsx'
import { minuteWords, spanWords } from './lesson-words.ts'
import { useCreate } from './use-create.ts'
import { Fact } from '../ui/card.tsx'
import { instantNow } from '../ui/instant.ts'
import type { Typed } from '../ui/typed-form.tsx'

export function CreateLesson({ onCancel }: { onCancel: () => void }) {
  const [first] = useState(() => ({ ...newDraft(), name: `Lesson ${day.format(instantNow())}` }))
  const { submit, isSending, refused } = useCreate(paths.screen)
  const { lessonMinutes = [10, 20, 40, 60, 90] } = useConfig().data ?? {}
  return (
    <LeagueForm
      first={first}
      isNameOnly
      label={isSending ? 'Creating...' : 'Create'}
      isSending={isSending}
      {...refused}
      onSubmit={(typed) => submit(bodyOf(typed))}
      onCancel={onCancel}
    >
      <Choice label="Market time" name="span" words={spanWords} defaultValue="year" />
      <Choice
        label="Played in"
        name="minutes"
        words={Object.fromEntries(lessonMinutes.map((count) => [count, minuteWords(count)]))}
        defaultValue={usualMinutes}
      />
      <div>
        <p className="mb-1.5">A plan for 45 minutes:</p>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1.5 tabular-nums">
          {plan.map(([minutes, deed]) => (
            <Fact key={deed} name={`${minutes} min`}>
              {deed}
            </Fact>
          ))}
        </dl>
      </div>
    </LeagueForm>
  )
}

const usualMinutes = 20

/** 'Nov 19'. */
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

const plan = [
  [5, 'Join with the code'],
  [5, 'Explain the screen'],
  [usualMinutes, 'Play'],
  [15, 'Talk about the result'],
] as const

function bodyOf(typed: Typed) {
  const span = typed('span')
  return {
    kind: 'lesson',
    name: typed('name'),
    span: span === 'quarter' || span === 'five_years' ? span : 'year',
    minutes: Number(typed('minutes')),
  } as const
}
