// The page behind a league's link: whose league it is and its rules, also for those who are not signed in, and the button
// that joins. Without a code in its address it asks for one.
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
import type { Invitation, League } from './queries.ts'
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
      <Join code={code} uid={uid} />
    </QueryClientProvider>
  )
}

interface JoinProps {
  /** Empty where the address has none. */
  readonly code: string
  readonly uid: string | null
}

/** A failed call is not repeated when the window gets the focus: the server counts wrong codes. */
function Join({ code, uid }: JoinProps) {
  const query = useQuery({
    queryKey: ['invitation', uid, code],
    queryFn: (context) =>
      call(leagueCalls.invitation, { params: { code } }, requestOptionsOf(context)),
    enabled: code !== '',
    refetchOnWindowFocus: false,
  })
  const { error, isLoading } = query
  return (
    <Frame title="Join a League" heading="Join a league" isSettled={!isLoading}>
      {code === '' ? (
        <CodeForm />
      ) : error instanceof ApiProblem && isAboutCode(error.code) ? (
        <>
          <Notice tone="error">
            {parseCode(code) === null ? code : codeInGroups(code)}: {error.sentence}
          </Notice>
          <CodeForm />
        </>
      ) : (
        <QueryView
          view={viewOf(query, { what: 'the league' })}
          loading="Loading the league..."
          empty={['', '']}
          rows={6}
        >
          {(invitation) => <Invited key={`${uid} ${code}`} {...{ code, uid, invitation }} />}
        </QueryView>
      )}
      {uid !== null && !isLoading && <WayOn to={paths.leagues}>Your leagues</WayOn>}
    </Frame>
  )
}

const Invited = ({ code, uid, invitation }: JoinProps & { invitation: Invitation }) => (
  <>
    <h2 className="text-20 font-semibold tracking-tight wrap-anywhere">{invitation.name}</h2>
    {invitation.kind === 'lesson' && <LessonPlan invitation={invitation} />}
    <Rules league={invitation} />
    <NextStep invitation={invitation}>
      {uid === null ? <SignIn /> : <JoinForm code={code} invitation={invitation} />}
    </NextStep>
  </>
)

const isAboutCode = (code: string): boolean =>
  code === 'unknown_code' || code === 'too_many_codes' || code === 'invalid_request'

/** Where a new member begins: a lesson is played on a page of its own. */
const homeOf = ({ id, kind }: Pick<League, 'id' | 'kind'>): string =>
  kind === 'lesson' ? paths.play(id) : paths.league(id)

const LessonPlan = ({ invitation: { state } }: { invitation: Invitation }) => (
  <p className="text-15">
    In this lesson, everyone trades the same 16 stocks in the same invented market, live. Their
    names are hidden until the end. {state === 'before' && 'The organiser starts the lesson.'}
  </p>
)

/** `children` is the way in. */
function NextStep({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const { kind, league, state, would_be_ranked } = invitation
  if (league !== null) {
    return (
      <>
        <Notice tone="success">You are in this {kind}.</Notice>
        <WayOn to={homeOf({ id: league, kind })}>{`Go to the ${kind}`}</WayOn>
      </>
    )
  }
  if (state === 'over')
    return <Notice tone="info">This {kind} is over. You can't join it any more.</Notice>
  return (
    <>
      {!would_be_ranked && (
        <Notice tone="warning" quiet>
          You won't get a rank, because this {kind} ranks only those who joined at its beginning.
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

interface JoinFormProps {
  readonly code: string
  readonly invitation: Invitation
}

function JoinForm({ code, invitation: { kind, owner } }: JoinFormProps) {
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
