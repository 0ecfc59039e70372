// The form of a new lesson: two choices, a name that is there already, who can join, and the plan of a school lesson. It
// leads to the projector's page.
import { useState, type ReactNode } from 'react'

import { useConfig } from '../api/queries.ts'
import { paths } from '../browser/paths.ts'
import { newDraft } from './draft.ts'
import { GuestFields, type GuestChoice } from './guest-fields.tsx'
import { useHasGuests } from './has-guests.ts'
import { Choice, LeagueForm } from './league-form.tsx'
import { minuteWords, spanWords } from './lesson-words.ts'
import { useCreate } from './use-create.ts'
import { Fact } from '../ui/card.tsx'
import { instantNow } from '../ui/instant.ts'
import type { Typed } from '../ui/typed-form.tsx'

export function CreateLesson({ onCancel }: { onCancel: () => void }) {
  const [first] = useState(() => ({ ...newDraft(), name: `Lesson ${day.format(instantNow())}` }))
  const { submit, isSending, refused } = useCreate(paths.screen)
  const [choice, setChoice] = useState<GuestChoice>({ guests: true, generated_names: false })
  const hasGuests = useHasGuests()
  const { lessonMinutes = [10, 20, 40, 60, 90] } = useConfig().data ?? {}
  return (
    <LeagueForm
      first={first}
      isNameOnly
      label={isSending ? 'Creating...' : 'Create'}
      isSending={isSending}
      {...refused}
      onSubmit={(typed) => submit({ ...bodyOf(typed), ...(hasGuests && choice) })}
      onCancel={onCancel}
    >
      <Choice label="Market time" name="span" words={spanWords} defaultValue="year" />
      <Choice
        label="Played in"
        name="minutes"
        words={Object.fromEntries(lessonMinutes.map((count) => [count, minuteWords(count)]))}
        defaultValue={usualMinutes}
      />
      <WhoCanJoin
        hasGuests={hasGuests}
        words={choice.guests ? 'everyone with the code' : 'people with an account'}
      >
        <GuestFields choice={choice} onChange={setChoice} />
      </WhoCanJoin>
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

interface WhoCanJoinProps {
  readonly hasGuests: boolean | undefined
  /** Those who can join with the code. */
  readonly words: string
  readonly children: ReactNode
}

/** Folded, because few organisers change it. Its line has the same height in each case, so that nothing moves. */
function WhoCanJoin({ hasGuests, words, children }: WhoCanJoinProps) {
  if (hasGuests !== true)
    return (
      <p className="min-h-10 py-2.5">
        {hasGuests === false && 'Everyone needs an account to join.'}
      </p>
    )
  return (
    <details>
      <summary className="min-h-10 rounded-sm py-2.5">
        Who can join: <span className="text-muted">{words}</span>
      </summary>
      {children}
    </details>
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
