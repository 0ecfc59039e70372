// The choice between a league and a lesson, each with the button that opens its form; and the form of a new league.
import { useState, type ReactNode } from 'react'

import { paths } from '../browser/paths.ts'
import { CreateLesson } from './create-lesson.tsx'
import { Button } from '../ui/button.tsx'
import { bodyOf, newDraft } from './draft.ts'
import { LeagueForm } from './league-form.tsx'
import { useCreate } from './use-create.ts'
import { useOpen } from './use-open.ts'

export function CreateLeague() {
  const league = useOpen()
  const lesson = useOpen()
  if (league.isOpen) return <CreateForm onCancel={league.close} />
  if (lesson.isOpen) return <CreateLesson onCancel={lesson.close} />
  return (
    <div className="grid gap-5">
      <Kind
        form={league}
        verb="Create a league"
        words="Compete for days or weeks. Choose the rules, then share the code."
      />
      <Kind
        form={lesson}
        verb="Create a lesson"
        words="Play a whole market year with your class, live, in one school lesson."
      />
    </div>
  )
}

interface KindProps {
  readonly form: ReturnType<typeof useOpen>
  readonly verb: string
  readonly words: string
}

const Kind = ({ form: { opener, open }, verb, words }: KindProps): ReactNode => (
  <div>
    <p className="text-muted">{words}</p>
    <Button ref={opener} kind="secondary" onClick={open} className="mt-4 w-full">
      {verb}
    </Button>
  </div>
)

function CreateForm({ onCancel }: { onCancel: () => void }) {
  const [first] = useState(newDraft)
  const { submit, isSending, refused } = useCreate(paths.league)
  return (
    <LeagueForm
      first={first}
      label={isSending ? 'Creating...' : 'Create'}
      isSending={isSending}
      {...refused}
      onSubmit={(typed) => submit(bodyOf(typed))}
      onCancel={onCancel}
    />
  )
}
