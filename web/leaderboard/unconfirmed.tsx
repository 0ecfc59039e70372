// The notice that an unconfirmed email keeps the learner out of rankings, with a button that sends the message again.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as identityCalls from '@tengrand/contract/identity.ts'
import { useEffect, useRef } from 'react'

import { useLearnerOptions } from '../session/learner-query.ts'
import { call } from '../api/client.ts'
import { useConfig } from '../api/queries.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'

/** A learner can still have a rank that was made before a confirmation was required. */
export function Unconfirmed({ isRanked }: { isRanked: boolean }) {
  const { state } = useSession()
  const provider = useConfig().data?.identity
  const email = state.kind === 'signed-in' ? state.email : null
  return (
    <div className={isRanked ? 'mt-4 border-t border-line pt-4' : ''}>
      <p className="text-15 font-medium">Your email isn't confirmed yet.</p>
      <p className="mt-1 text-muted">
        Confirm your email and make a trade to join the next ranking.
      </p>
      {provider?.kind === 'oidc' && (
        <p className="mt-3 text-muted">
          Confirm it{provider.name === null ? '' : ` at ${provider.name}`}, and sign in again.
        </p>
      )}
      {provider !== undefined && provider.kind !== 'oidc' && (
        <Message email={email} isFirebase={provider.kind === 'firebase'} />
      )}
    </div>
  )
}

function Message({ email, isFirebase }: { email: string | null; isFirebase: boolean }) {
  const { identity } = useSession()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: async () =>
      isFirebase
        ? identity.sendConfirmation?.()
        : void (await call(identityCalls.sendConfirmation, { body: {} })),
  })
  const answer = useRef<HTMLDivElement>(null)
  // On a phone the result would be hidden by the bottom bar.
  useEffect(() => {
    if (isSuccess || error) answer.current?.scrollIntoView({ block: 'nearest' })
  }, [isSuccess, error])
  useFreshToken(isFirebase)
  const send = (): void => {
    if (!isPending) mutate()
  }
  return (
    <>
      <p className="mt-3 wrap-anywhere text-muted">
        Open the link in our email{email === null ? '' : ` to ${email}`}. Check your spam folder
        too.
      </p>
      <Button kind="secondary" className="mt-4 w-full" aria-disabled={isPending} onClick={send}>
        {isPending ? 'Sending...' : 'Send the email again'}
      </Button>
      <div ref={answer} className="mt-2">
        <p role="status" className="text-gain">
          {isSuccess && 'A new email is on its way. Use the link in the newest one.'}
        </p>
        {error && (
          <p role="alert" className="text-loss">
            {isFirebase ? firebaseFailure : error.message}
          </p>
        )}
      </div>
    </>
  )
}

const firebaseFailure = "We couldn't send the email. Try again in a few minutes."

/** Refreshes a Firebase token on focus, because it says whether the email is confirmed. */
function useFreshToken(isFirebase: boolean): void {
  const { identity } = useSession()
  const client = useQueryClient()
  const [scope, uid] = useLearnerOptions().queryKey
  useEffect(() => {
    if (!isFirebase) return
    const refresh = async (): Promise<void> => {
      await identity.getToken({ forceRefresh: true })
      await client.invalidateQueries({ queryKey: [scope, uid, 'leaderboard'] })
    }
    void refresh()
    window.addEventListener('focus', refresh)
    return () => window.removeEventListener('focus', refresh)
  }, [isFirebase, identity, client, scope, uid])
}
