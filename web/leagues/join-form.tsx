// The field for the code of a league, which leads to its join page; and the form with which a learner who is signed in joins:
// a name for the organiser, and one button.
import { useMutation } from '@tanstack/react-query'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { normalizeCode } from '@tengrand/core/league.ts'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm, type Typed } from '../ui/typed-form.tsx'
import type { Invitation, League } from './queries.ts'

export function CodeForm() {
  const navigate = useNavigate()
  const submit = (typed: Typed): void => {
    // A whole link may be pasted too.
    const code = normalizeCode(typed('code').split('/').at(-1) ?? '')
    if (code !== '') navigate(paths.join(code))
  }
  return (
    <TypedForm onSubmit={submit}>
      <TextField
        label="Code"
        name="code"
        autoCapitalize="characters"
        spellCheck={false}
        hint="8 letters and digits. The owner of the league or lesson has it."
        trailing={<Button type="submit">Go</Button>}
      />
    </TypedForm>
  )
}

/** Where a new member begins: a lesson is played on a page of its own. */
export const homeOf = ({ id, kind }: Pick<League, 'id' | 'kind'>): string =>
  kind === 'lesson' ? paths.play(id) : paths.league(id)

export function JoinForm({ code, invitation }: { code: string; invitation: Invitation }) {
  const { kind, owner } = invitation
  const reader = kind === 'lesson' ? 'organiser' : 'owner'
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Typed) => {
      const body = { organiser_name: typed('organiser').trim() || null }
      return call(leagueCalls.joinLeague, { params: { code }, body })
    },
    onSuccess: (joined) => navigate(homeOf(joined), { replace: true }),
  })
  return (
    <TypedForm
      isBusy={isPending}
      onSubmit={(typed) => mutate(typed)}
      className="flex flex-col gap-4"
    >
      {owner !== null && (
        <TextField
          label={`Your real name, for the ${reader} (optional)`}
          name="organiser"
          required={false}
          maxLength={organiserNameMax}
          hint={`Only the ${reader} of the ${kind} sees it. Example: Anna S., 9b`}
        />
      )}
      <Button type="submit" aria-disabled={isPending}>
        {isPending ? 'Joining...' : 'Join'}
      </Button>
      {error && <Notice tone="error">{sentenceOf(error)}</Notice>}
    </TypedForm>
  )
}

const organiserNameMax = 60
