// What is missing before the learner is ranked: an email that is confirmed, and another message where none has come.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

import { useLearnerOptions } from '../session/learner-query.ts'
import { sendOwnConfirmation, useSendConfirmation } from '../account/own-account.ts'
import { useConfig } from '../api/queries.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'

/** Somebody may still have the place of a ranking that was made before this was asked for. */
export function Unconfirmed({ isRanked }: { isRanked: boolean }) {
  const { state } = useSession()
  const provider = useConfig().data?.identity
  const email = state.kind === 'signed-in' ? state.email : null
  return (
    <div className={isRanked ? 'mt-4 border-t border-line pt-4' : ''}>
      <p className="text-15 font-medium">Your email address is not confirmed yet.</p>
      <p className="mt-1 text-muted">
        Once you have traded and confirmed your email address, you are in the next ranking.
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

interface MessageProps {
  readonly email: string | null
  readonly isFirebase: boolean
}

function Message({ email, isFirebase }: MessageProps) {
  const { identity } = useSession()
  const viaFirebase = async (): Promise<void> => identity.sendConfirmation?.()
  const { mutate, isPending, isSuccess, error } = useSendConfirmation(
    isFirebase ? viaFirebase : sendOwnConfirmation,
  )
  const answer = useRef<HTMLDivElement>(null)
  // On a phone it would come to lie under the bar.
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
        Open the link in our email{email === null ? '' : ` to ${email}`}. It may have been taken for
        spam.
      </p>
      <Button kind="secondary" className="mt-4 w-full" aria-disabled={isPending} onClick={send}>
        {isPending ? 'Sending...' : 'Send the email again'}
      </Button>
      <div ref={answer} className="mt-2">
        <p role="status" className="text-gain">
          {isSuccess && 'A new email is on its way. Only the link in the newest one works.'}
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

const firebaseFailure = 'The email could not be sent. Please try again in a few minutes.'

/** With Firebase the token says whether the email is confirmed, and an old one still says that it is not. */
function useFreshToken(isFirebase: boolean): void {
  const { identity } = useSession()
  const client = useQueryClient()
  const [mine, uid] = useLearnerOptions().queryKey
  useEffect(() => {
    if (!isFirebase) return
    const look = async (): Promise<void> => {
      await identity.getToken({ forceRefresh: true })
      await client.invalidateQueries({ queryKey: [mine, uid, 'leaderboard'] })
    }
    void look()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [isFirebase, identity, client, mine, uid])
}
