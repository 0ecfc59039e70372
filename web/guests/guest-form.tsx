// The form with which a guest joins a lesson: a nickname, which is there already, and one button. And the button for those
// who are a guest of the lesson already.
import { useMutation } from '@tanstack/react-query'
import * as guestCalls from '@tengrand/contract/guests.ts'
import { makeDisplayName } from '@tengrand/core/display-name.ts'
import { guestNameLengthMax } from '@tengrand/core/guest-name.ts'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { newKey, sendWithRetry } from '../api/idempotent.ts'
import { ApiProblem } from '../api/problem.ts'
import { hasCode } from '../api/sentence-of.ts'
import { paths } from '../browser/paths.ts'
import { addressOf, useLocation, useNavigate } from '../browser/router.tsx'
import { rememberGuest, type RememberedGuest, useIsGuest } from '../session/guest.ts'
import { explain } from '../session/identity-error.ts'
import type { LoginState } from '../session/login-state.ts'
import { useSession } from '../session/session.tsx'
import { TextButton } from '../sign-in/form.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm } from '../ui/typed-form.tsx'

interface GuestFormProps {
  readonly code: string
  /** Whether guests must take a name that is offered. */
  readonly isOffered: boolean
}

export function GuestForm({ code, isOffered }: GuestFormProps) {
  const [wish, setWish] = useState(() => wishFor(makeName()))
  const { mutate: enter, isPending, error } = useJoin(code)
  const signIn = useSignInHere()
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const fault = hasCode(error, 'name_taken', 'invalid_name') ? error : null
  useEffect(() => {
    if (fault) input.current?.focus()
  }, [fault])
  const change = (name: string): void => setWish(wishFor(name))
  return (
    <TypedForm isBusy={isPending} onSubmit={() => enter(wish)} className="flex flex-col gap-3">
      <TextField
        ref={input}
        label="Nickname"
        name="nickname"
        value={wish.name}
        readOnly={isOffered || isPending}
        maxLength={guestNameLengthMax}
        spellCheck={false}
        enterKeyHint="go"
        hint={isOffered ? 'In this lesson, you take a name that is offered.' : askForNickname}
        faultId={fault ? faultId : undefined}
        onChange={({ target }) => change(target.value)}
        // What is typed replaces the name that is there.
        onFocus={({ target }) => target.select()}
      >
        <TextButton
          aria-disabled={isPending}
          onClick={() => isPending || change(makeName())}
          className="absolute -top-2.5 right-0"
        >
          Another name
        </TextButton>
      </TextField>
      {/* Above the button, because the keyboard of a phone covers what is below it. */}
      <Failure error={fault} id={faultId} />
      <p className="text-12 text-muted">
        Your nickname and your trades are kept until 7 days after the lesson, then deleted.
      </p>
      <Button type="submit" aria-disabled={isPending}>
        {isPending ? 'Joining...' : 'Join'}
      </Button>
      <Failure error={fault ? null : error} />
      <p className="text-muted">
        Have an account? <TextButton onClick={signIn}>Sign in</TextButton>
      </p>
    </TypedForm>
  )
}

const askForNickname = 'Choose a nickname, not your full name.'

/** For the guest that this browser was in the lesson. */
export function GuestAgain({ guest, code }: { guest: RememberedGuest; code: string }) {
  const [wish] = useState(() => wishFor(guest.name))
  const isGuest = useIsGuest()
  const navigate = useNavigate()
  const { mutate: enter, isPending, error } = useJoin(code)
  return (
    <>
      <Notice tone="success" quiet>
        You are in this lesson as {guest.name}.
      </Notice>
      <Button
        aria-disabled={isPending}
        onClick={() => (isGuest ? navigate(paths.play(guest.league)) : isPending || enter(wish))}
      >
        Go to the lesson
      </Button>
      <Failure error={error} />
    </>
  )
}

interface Wish {
  readonly name: string
  /** The same for each try with this name, so that a lost answer does not take it. */
  readonly key: string
}

const wishFor = (name: string): Wish => ({ name, key: newKey() })

const useJoin = (code: string) =>
  useEntry(async ({ name, key }: Wish) => {
    const request = { params: { code }, body: { name } }
    const send = () => call(guestCalls.joinAsGuest, request, { idempotencyKey: key })
    return { ...(await sendWithRetry(send)), code }
  })

/** Takes over the session of the guest whom the call lets in, and opens the lesson. */
export function useEntry<Asked = void>(send: (asked: Asked) => Promise<RememberedGuest>) {
  const { identity } = useSession()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (asked: Asked) => {
      const entered = await send(asked)
      await identity.adopt()
      return entered
    },
    onSuccess: (entered) => {
      rememberGuest(entered)
      navigate(paths.play(entered.league), { replace: true })
    },
  })
}

/** Where the browser refuses the cookie of the session, the error is one of the sign-in. */
export const Failure = ({ error, ...notice }: { error: Error | null; id?: string }) =>
  error && (
    <Notice tone="error" {...notice}>
      {error instanceof ApiProblem ? error.sentence : explain(error).words}
    </Notice>
  )

const makeName = (): string => makeDisplayName(pick)

const pick = (n: number): number => {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random % n
}

/** The sign-in leads back to this page. */
export function useSignInHere(): () => void {
  const navigate = useNavigate()
  const from = addressOf(useLocation())
  return () => navigate(paths.login, { state: { from } satisfies LoginState })
}
