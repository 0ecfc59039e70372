// The choice between a league and a lesson, each with the button that opens its form; and the two forms. That of a lesson has
// two choices, a name that is there already, who can join, and the plan of a school lesson.
import type { Asked } from '@tengrand/contract/call.ts'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { formatCount } from '@tengrand/core/money.ts'
import { useState, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { useConfig } from '../api/queries.ts'
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { useLearnerMutation } from '../session/learner-mutation.ts'
import { Button } from '../ui/button.tsx'
import { Fact } from '../ui/card.tsx'
import { instantNow } from '../ui/instant.ts'
import type { Typed } from '../ui/typed-form.tsx'
import { useOpen } from '../ui/use-open.ts'
import { bodyOf, newDraft } from './draft.ts'
import { GuestFields, type GuestChoice, type GuestFieldsProps } from './guest-fields.tsx'
import { useHasGuests } from './has-guests.ts'
import { Choice, LeagueForm } from './league-form.tsx'
import { spanWords } from './lesson-words.ts'

export function CreateLeague() {
  const league = useOpen()
  const lesson = useOpen()
  if (league.isOpen) return <NewLeague onCancel={league.close} />
  if (lesson.isOpen) return <NewLesson onCancel={lesson.close} />
  return (
    <div className="grid gap-5">
      <Kind form={league} verb="Create a league">
        Compete for days or weeks. Choose the rules, then share the code.
      </Kind>
      <Kind form={lesson} verb="Create a lesson">
        Play a whole market year with your class, live, in one school lesson.
      </Kind>
    </div>
  )
}

type KindProps = { form: ReturnType<typeof useOpen>; verb: string; children: ReactNode }

const Kind = ({ form: { opener, open }, verb, children }: KindProps) => (
  <div>
    <p className="text-muted">{children}</p>
    <Button ref={opener} kind="secondary" onClick={open} className="mt-4 w-full">
      {verb}
    </Button>
  </div>
)

/** A lost answer does not create it twice. `pathOf` is the page that is shown then. */
function useCreate(pathOf: (id: string) => string) {
  const navigate = useNavigate()
  const { submit, isSending, outcome } = useLearnerMutation({
    storedAs: 'tengrand-league-requests',
    send: (body: Asked<typeof leagueCalls.createLeague>['body'], key) =>
      call(leagueCalls.createLeague, { body }, { idempotencyKey: key }),
    isRetry: (sent, next) => JSON.stringify(sent) === JSON.stringify(next),
    onSettled: (settled) => {
      if (settled.kind === 'done') navigate(pathOf(settled.answer.id))
    },
  })
  const refused = outcome?.kind === 'refused' ? outcome : {}
  return { submit, sending: { isSending, label: isSending ? 'Creating...' : 'Create', ...refused } }
}

function NewLeague({ onCancel }: { onCancel: () => void }) {
  const { submit, sending } = useCreate(paths.league)
  const send = (typed: Typed): void => submit(bodyOf(typed))
  return <LeagueForm first={newDraft} {...sending} onSubmit={send} onCancel={onCancel} />
}

/** Leads to the projector's page. */
function NewLesson({ onCancel }: { onCancel: () => void }) {
  const { submit, sending } = useCreate(paths.screen)
  const [choice, setChoice] = useState<GuestChoice>({ guests: true, generated_names: false })
  const hasGuests = useHasGuests()
  const { lessonMinutes = [10, 20, 40, 60, 90] } = useConfig().data ?? {}
  return (
    <LeagueForm
      first={() => ({ ...newDraft(), name: `Lesson ${day.format(instantNow())}` })}
      isNameOnly
      {...sending}
      onSubmit={(typed) => submit({ ...lessonIn(typed), ...(hasGuests && choice) })}
      onCancel={onCancel}
    >
      <Choice label="Market time" name="span" words={spanWords} defaultValue="year" />
      <Choice
        label="Played in"
        name="minutes"
        words={Object.fromEntries(
          lessonMinutes.map((count) => [count, formatCount(count, 'minute')]),
        )}
        defaultValue={usualMinutes}
      />
      <WhoCanJoin choice={choice} onChange={setChoice} />
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

/** Folded, because few organisers change it. Its line has the same height in each case, so that nothing moves. */
function WhoCanJoin(props: GuestFieldsProps) {
  const hasGuests = useHasGuests()
  if (hasGuests !== true)
    return (
      <p className="min-h-10 py-2.5">
        {hasGuests === false && 'Everyone needs an account to join.'}
      </p>
    )
  return (
    <details>
      <summary className="min-h-10 rounded-sm py-2.5">
        Who can join:{' '}
        <span className="text-muted">
          {props.choice.guests ? 'everyone with the code' : 'people with an account'}
        </span>
      </summary>
      <GuestFields {...props} />
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

function lessonIn(typed: Typed) {
  const span = typed('span')
  return {
    kind: 'lesson',
    name: typed('name'),
    span: span === 'quarter' || span === 'five_years' ? span : 'year',
    minutes: Number(typed('minutes')),
  } as const
}
