// The dialog that deletes the account, with the password where there is one. Keeping the account is the default.
import { useMutation } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { call } from '../api/client.ts'
import { currentTokenSource } from '../api/token-source.ts'
import { saveItem } from '../browser/storage.ts'
import { useOwnAccount } from './own-account.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { ShowPassword } from '../ui/show-password.tsx'
import { visitedKey } from '../session/login-state.ts'

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnAccount()
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus({ preventScroll: true }), [])
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (password: FormDataEntryValue | null) =>
      call(accountCalls.deleteAccount, { body: typeof password === 'string' ? { password } : {} }),
    onSuccess: () => {
      // Clears the mark of earlier visits, so that the next sign-in screen greets a first visit.
      saveItem('localStorage', visitedKey, null)
      // Signs out in all tabs; the sign-in screen says why.
      currentTokenSource()?.onRefused('account_deleted')
    },
  })
  const isSending = isPending || isSuccess
  const leave = (): void => {
    // A request in flight keeps the dialog open, to show its result.
    if (!isSending) onClose()
  }
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isSending) mutate(new FormData(event.currentTarget).get('password'))
  }
  return (
    <Dialog title="Delete your account?" onCancel={leave}>
      {meaning}
      <form onSubmit={submit}>
        {(own.isLoading || own.isError || own.data?.hasPassword) && (
          <Password
            isWrong={error !== null}
            isRequired={own.data?.hasPassword === true}
            isSending={isSending}
          />
        )}
        {error && (
          <div className="mt-4">
            <Notice tone="error">
              {error instanceof ApiProblem ? error.sentence : "That didn't work. Please try again."}
            </Notice>
          </div>
        )}
        <div className="mt-5 flex flex-col gap-2 sm:flex-row-reverse">
          <Button ref={keep} aria-disabled={isSending} onClick={leave} className={choice}>
            Keep my account
          </Button>
          <Button type="submit" kind="danger" aria-disabled={isSending} className={choice}>
            {isSending ? 'Deleting...' : 'Delete for good'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const choice = 'sm:flex-1 aria-disabled:cursor-default aria-disabled:opacity-60'

const meaning = (
  <ul className="mt-3 grid list-disc gap-1.5 pl-4.5 text-15 marker:text-muted">
    <li>
      Your name, sign-in, runs, trades, orders and waitlist entry are deleted for good. You'll be
      signed out everywhere.
    </li>
    <li>Today's leaderboard shows 'Account deleted' in your place until the next ranking.</li>
    <li>
      If you come back within 30 days, you begin your next run. Until they are over, you aren't
      ranked and can't restart.
    </li>
    <li>To recognize you, we keep two scrambled codes. Nobody can read your email from them.</li>
    <li>You can download your data first, from the same menu.</li>
  </ul>
)

interface PasswordProps {
  readonly isWrong: boolean
  /** False where it is unknown whether the account has a password. */
  readonly isRequired: boolean
  readonly isSending: boolean
}

function Password({ isWrong, isRequired, isSending }: PasswordProps) {
  const id = useId()
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <div className="mt-4">
      <label htmlFor={id} className="font-medium">
        Password
      </label>
      <div className="relative mt-1.5">
        <input
          ref={input}
          id={id}
          name="password"
          // Hidden while it is sent, because browsers save the content of plain text fields.
          type={isShown && !isSending ? 'text' : 'password'}
          required={isRequired}
          aria-invalid={isWrong}
          aria-describedby={`${id}why`}
          autoComplete="current-password"
          autoCapitalize="none"
          spellCheck={false}
          className="h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16 aria-[invalid=true]:border-loss"
        />
        <ShowPassword isShown={isShown} onShow={setShown} />
      </div>
      <p id={`${id}why`} className="mt-1.5 text-12 text-muted">
        We ask for it to make sure it's you.
      </p>
    </div>
  )
}
