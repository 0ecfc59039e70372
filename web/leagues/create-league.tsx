// The button that opens the form of a new league, and the form. A lost answer does not create the league twice.
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { useLearnerMutation } from '../session/learner-mutation.ts'
import { Button } from '../ui/button.tsx'
import { bodyOf, newDraft } from './draft.ts'
import { LeagueForm, useOpen } from './league-form.tsx'

export function CreateLeague() {
  const { isOpen, open, close, opener } = useOpen()
  if (isOpen) return <CreateForm onCancel={close} />
  return (
    <>
      <p className="text-muted">Choose the rules, then share the code.</p>
      <Button ref={opener} kind="secondary" onClick={open} className="mt-4 w-full">
        Create a league
      </Button>
    </>
  )
}

function CreateForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const [first] = useState(newDraft)
  const { submit, isSending, outcome } = useLearnerMutation({
    storedAs: 'tengrand-league-requests',
    send: (body: ReturnType<typeof bodyOf>, key) =>
      call(leagueCalls.createLeague, { body }, { idempotencyKey: key }),
    isRetry: (sent, next) => JSON.stringify(sent) === JSON.stringify(next),
    onSettled: (settled) => {
      if (settled.kind === 'done') navigate(paths.league(settled.answer.id))
    },
  })
  return (
    <LeagueForm
      first={first}
      label={isSending ? 'Creating...' : 'Create'}
      isSending={isSending}
      {...(outcome?.kind === 'refused' && outcome)}
      onSubmit={(typed) => submit(bodyOf(typed))}
      onCancel={onCancel}
    />
  )
}
