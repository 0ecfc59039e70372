// The page behind a league's link: whose league it is and its rules, also for those who are not signed in, and the button that joins.
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { codeInGroups, normalizeCode, parseCode } from '@tengrand/core/league.ts'
import { useState, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { makeQueryClient, requestOptionsOf } from '../api/queries.ts'
import { paths } from '../browser/paths.ts'
import { addressOf, useLocation, useNavigate, useParams } from '../browser/router.tsx'
import type { LoginState } from '../session/login-state.ts'
import { useSession } from '../session/session.tsx'
import { Frame, WayOn } from '../sign-in/frame.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm, type Typed } from '../ui/typed-form.tsx'
import { CodeForm } from './code-form.tsx'
import type { Invitation } from './queries.ts'
import { Rules } from './rules.tsx'

/** Outside the shell, so it has a query client of its own. */
export default function JoinPage() {
  const { code: given = '' } = useParams()
  const code = normalizeCode(given)
  const { state } = useSession()
  const uid = state.kind === 'signed-in' ? state.uid : null
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      <Frame title="Join a League" heading="Join a league">
        <Invited key={`${uid} ${code}`} code={code} uid={uid} />
        {uid !== null && <WayOn to={paths.leagues}>Your leagues</WayOn>}
      </Frame>
    </QueryClientProvider>
  )
}

/** A failed call is not repeated when the window gets the focus: the server counts wrong codes. */
function Invited({ code, uid }: { code: string; uid: string | null }) {
  const query = useQuery({
    queryKey: ['invitation', uid, code],
    queryFn: (context) =>
      call(leagueCalls.invitation, { params: { code } }, requestOptionsOf(context)),
    refetchOnWindowFocus: false,
  })
  const { error } = query
  if (error instanceof ApiProblem && isAboutCode(error.code)) {
    return (
      <>
        <Notice tone="error">
          {parseCode(code) === null ? code : codeInGroups(code)}: {error.sentence}
        </Notice>
        <CodeForm />
      </>
    )
  }
  const view = viewOf(query, { what: 'the league' })
  return (
    <QueryView view={view} loading="Loading the league..." empty={['', '']} rows={6}>
      {(invitation) => (
        <>
          <h2 className="text-20 font-semibold tracking-tight wrap-anywhere">{invitation.name}</h2>
          <Rules league={invitation} />
          <NextStep invitation={invitation}>
            {uid === null ? (
              <SignIn />
            ) : (
              <JoinForm code={code} hasOwner={invitation.owner !== null} />
            )}
          </NextStep>
        </>
      )}
    </QueryView>
  )
}

const isAboutCode = (code: string): boolean =>
  code === 'unknown_code' || code === 'too_many_codes' || code === 'invalid_request'

/** `children` is the way in. */
function NextStep({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const { league, state, would_be_ranked } = invitation
  if (league !== null) {
    return (
      <>
        <Notice tone="success">You are in this league.</Notice>
        <WayOn to={paths.league(league)}>Go to the league</WayOn>
      </>
    )
  }
  if (state === 'over') return <Notice tone="info">This league is over. Nobody can join it.</Notice>
  return (
    <>
      {!would_be_ranked && (
        <Notice tone="warning" quiet>
          You won't get a rank, because this league ranks only those who joined at its beginning.
          You can still join and trade.
        </Notice>
      )}
      {children}
    </>
  )
}

/** The sign-in leads back to this page. */
function SignIn(): ReactNode {
  const navigate = useNavigate()
  const from = addressOf(useLocation())
  return (
    <Button onClick={() => navigate(paths.login, { state: { from } satisfies LoginState })}>
      Sign in or sign up to join
    </Button>
  )
}

function JoinForm({ code, hasOwner }: { code: string; hasOwner: boolean }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Typed) => {
      const body = { organiser_name: typed('organiser').trim() || null }
      return call(leagueCalls.joinLeague, { params: { code }, body })
    },
    onSuccess: ({ id }) => navigate(paths.league(id), { replace: true }),
  })
  return (
    <TypedForm
      isBusy={isPending}
      onSubmit={(typed) => mutate(typed)}
      className="flex flex-col gap-4"
    >
      {hasOwner && (
        <TextField
          label="Your real name, for the owner (optional)"
          name="organiser"
          required={false}
          maxLength={organiserNameMax}
          hint="Only the owner of the league sees it. Example: Anna S., 9b"
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
