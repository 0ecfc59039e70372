// The page behind the link of a league or lesson: whose it is and its rules, also for those who are not signed in, and the
// way in: with the account, or into a lesson as a guest. Without a code in its address it asks for one.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { codeInGroups, normalizeCode, parseCode } from '@tengrand/core/league.ts'
import { useEffect, useEffectEvent, useState } from 'react'

import { call } from '../api/client.ts'
import { makeQueryClient, requestOptionsOf } from '../api/queries.ts'
import { hasCode } from '../api/sentence-of.ts'
import { rewriteEntry } from '../browser/browser-router.tsx'
import { lazyComponent } from '../browser/lazy.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation, useParams } from '../browser/router.tsx'
import { forgetGuest, rememberedGuest, type RememberedGuest, useIsGuest } from '../session/guest.ts'
import { noticeIn } from '../session/login-state.ts'
import { useSession } from '../session/session.tsx'
import { Frame, WayOn } from '../sign-in/frame.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { GuestAgain, GuestForm, useSignInHere } from '../guests/guest-form.tsx'
import { HowToKeep } from './keep-result.tsx'
import { CodeForm, homeOf, JoinForm } from './join-form.tsx'
import type { Invitation } from './queries.ts'
import { Rules } from './rules.tsx'

/** Outside the shell, so it has a query client of its own. */
export default function JoinPage() {
  const { code: given = '', league } = useParams()
  const code = normalizeCode(given)
  const { state } = useSession()
  // A guest can join another lesson as everybody can who is not signed in.
  const isGuest = useIsGuest()
  const uid = state.kind === 'signed-in' && !isGuest ? state.uid : null
  const [client] = useState(makeQueryClient)
  return (
    <QueryClientProvider client={client}>
      {league !== undefined || code === backCode ? (
        <BackOrKeep league={league} how={league && <HowToKeep league={league} />} />
      ) : (
        <Join key={code} code={code} uid={uid} />
      )}
    </QueryClientProvider>
  )
}

/** The last part of the address where the organiser lets a guest back in. */
const backCode = 'BACK'

const BackOrKeep = lazyComponent(() => import('../guests/back-or-keep.tsx'))

interface JoinProps {
  /** Empty where the address has none. */
  readonly code: string
  /** Null without an account. */
  readonly uid: string | null
}

/** The server refuses it to the token of a guest, and answers without one. */
const publicInvitation = { ...leagueCalls.invitation, access: 'public' } as const

/** A failed call is not repeated when the window gets the focus: the server counts wrong codes. */
function Join({ code, uid }: JoinProps) {
  const query = useQuery({
    queryKey: ['invitation', uid, code],
    queryFn: (context) =>
      call(
        uid === null ? publicInvitation : leagueCalls.invitation,
        { params: { code } },
        requestOptionsOf(context),
      ),
    enabled: code !== '',
    refetchOnWindowFocus: false,
  })
  const { error, isLoading } = query
  const view = viewOf(query, { what: 'the league' })
  const isOut = useIsOut()
  const [remembered] = useState(rememberedGuest)
  // The guest that this browser is in the lesson already; the joining itself changes nothing here.
  const guest = uid === null && remembered?.code === code ? remembered : null
  return (
    <Frame
      title="Join With a Code"
      heading="Join with a code"
      isSettled={!isLoading}
      {...(isOut && { notice: out })}
    >
      {code === '' ? (
        <CodeForm />
      ) : hasCode(error, 'unknown_code', 'too_many_codes', 'invalid_request') ? (
        <>
          {/* The code need not work for those who are in the lesson: its door closes during the lesson. */}
          {guest ? (
            <GuestAgain guest={guest} code={code} />
          ) : (
            <Notice tone="error">
              {parseCode(code) === null ? code : codeInGroups(code)}: {error.sentence}
            </Notice>
          )}
          <CodeForm />
        </>
      ) : (
        <QueryView view={view} loading="Loading the league..." rows={6}>
          {(invitation) => <Invited key={`${uid} ${code}`} {...{ code, uid, guest, invitation }} />}
        </QueryView>
      )}
      {uid !== null && !isLoading && <WayOn to={paths.leagues}>Your leagues</WayOn>}
    </Frame>
  )
}

interface InvitedProps extends JoinProps {
  readonly guest: RememberedGuest | null
  readonly invitation: Invitation
}

function Invited(props: InvitedProps) {
  const { kind, name, state, guests } = props.invitation
  const isForGuests = props.uid === null && guests
  return (
    <>
      <h2 className="text-20 font-semibold tracking-tight wrap-anywhere">{name}</h2>
      {kind === 'lesson' && (
        <p className="text-15">
          In this lesson, everyone trades the same 16 stocks in the same invented market, live.
          Their names are hidden until the end.{' '}
          {state === 'before' && 'The organiser starts the lesson.'}
        </p>
      )}
      {/* A class joins in a minute: the form is there without scrolling. */}
      {isForGuests && <WayIn {...props} />}
      <Rules league={props.invitation} />
      {!isForGuests && <WayIn {...props} />}
    </>
  )
}

function WayIn({ code, uid, guest, invitation }: InvitedProps) {
  const { kind, league, state, would_be_ranked, guests, generated_names } = invitation
  const signIn = useSignInHere()
  if (guest) return <GuestAgain guest={guest} code={code} />
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
      {uid !== null ? (
        <JoinForm code={code} invitation={invitation} />
      ) : guests ? (
        <GuestForm code={code} isOffered={generated_names} />
      ) : (
        <>
          {kind === 'lesson' && <p>You need an account to join this lesson.</p>}
          <Button onClick={signIn}>Sign in or sign up to join</Button>
        </>
      )}
    </>
  )
}

/** Whether the session of a guest has just ended, without a sign-out. Going back to this page later is no end. */
function useIsOut(): boolean {
  const { state } = useLocation()
  const { identity } = useSession()
  const isGuest = useIsGuest()
  const [isOut] = useState(() => noticeIn(state) === 'signed-out')
  const end = useEffectEvent(() => {
    forgetGuest()
    rewriteEntry(null)
    // A guest who is in no lesson any more.
    if (isGuest) void identity.signOut('lost')
  })
  useEffect(() => {
    if (isOut) end()
  }, [isOut])
  return isOut
}

const out = {
  tone: 'info',
  children:
    "You're not in the lesson any more. The organiser has removed you, or the lesson ended more than 7 days ago.",
} as const
