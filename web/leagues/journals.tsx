// The card about journals in a league: members choose whether the organiser sees theirs, and the organiser reads those.
import * as journalCalls from '@tengrand/contract/journal.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import { formatQuantity } from '@tengrand/core/money.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { Entries } from '../journal/entries.tsx'
import { useMemberJournal } from '../journal/queries.ts'
import { useLearnerQuery } from '../session/learner-query.ts'
import { Card } from '../ui/card.tsx'
import { ReadDialog } from '../ui/confirm-dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { Switch } from './guest-fields.tsx'
import { useLeagueChange, type League } from './queries.ts'

type Journals = Answer<typeof journalCalls.leagueJournals>
type Showing = Journals['members'][number]

export default function LeagueJournals({ league: { id, role } }: { league: League }) {
  const key = ['leagues', id, 'journal']
  const query = useLearnerQuery(journalCalls.leagueJournals, { params: { league: id } }, key)
  const view = viewOf(query, { what: 'the journals' })
  return (
    <Card title={role === 'owner' ? 'Journals' : 'Journal'}>
      <QueryView view={view} loading="Loading journals..." empty={['', '']} rows={1}>
        {(journals) =>
          role === 'owner' ? (
            <Members league={id} members={journals.members} />
          ) : (
            <ShowOwn league={id} shown={journals.shown} />
          )
        }
      </QueryView>
    </Card>
  )
}

function ShowOwn({ league, shown }: { league: string; shown: boolean }) {
  const { mutate, isPending, variables, error } = useLeagueChange((next: boolean) =>
    call(journalCalls.showJournal, { params: { league }, body: { shown: next } }),
  )
  return (
    <>
      <Switch
        label="Show my journal to the organiser"
        isOn={isPending ? variables : shown}
        onChange={(next) => isPending || mutate(next)}
      >
        They see your reasons and forecasts in this league. You can turn this off again.
      </Switch>
      {error && (
        <Notice tone="error" className="mt-3">
          {error.message}
        </Notice>
      )}
    </>
  )
}

function Members({ league, members }: { league: string; members: readonly Showing[] }) {
  const [shown, setShown] = useState<Showing | null>(null)
  if (members.length === 0)
    return (
      <p className="text-muted">No member shows you their journal yet. Each can turn that on.</p>
    )
  return (
    <>
      <ul className="-my-2">
        {members.map((member) => (
          <li key={member.user_id} className="flex items-center justify-between gap-4">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setShown(member)}
              className="min-h-10 rounded-sm text-left font-medium wrap-anywhere text-accent hover:underline"
            >
              {nameOf(member)}
            </button>
            <span className="shrink-0 text-muted tabular-nums">
              {formatQuantity(member.entries)} {member.entries === 1 ? 'entry' : 'entries'}
            </span>
          </li>
        ))}
      </ul>
      {shown && <MemberJournal league={league} member={shown} onClose={() => setShown(null)} />}
    </>
  )
}

const nameOf = ({ display_name, organiser_name }: Showing): string =>
  organiser_name === null ? display_name : `${display_name} (${organiser_name})`

function MemberJournal(props: { league: string; member: Showing; onClose: () => void }) {
  const { league, member, onClose } = props
  const query = useMemberJournal(league, member.user_id)
  return (
    <ReadDialog title={`Journal of ${nameOf(member)}`} onCancel={onClose}>
      <div className="mt-4">
        <Entries query={query} empty={['No entries yet.', '']} />
      </div>
    </ReadDialog>
  )
}
