// The dialog that deletes the account, with the password where there is one. Keeping the account is the default.
import { useMutation } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'
import { useEffect, useId, useRef, type SubmitEvent } from 'react'

import { ApiProblem } from '../api/problem.ts'
import { call } from '../api/client.ts'
import { currentTokenSource } from '../api/token-source.ts'
import { saveItem } from '../browser/storage.ts'
import { useOwnAccount } from './own-account.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
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
          <Password isWrong={error !== null} isRequired={own.data?.hasPassword === true} />
        )}
        {error && (
          <div className="mt-4">
            <Notice tone="error">
              {error instanceof ApiProblem
                ? error.sentence
                : 'This did not work. Please try again.'}
            </Notice>
          </div>
        )}
        <div className="mt-5 flex flex-col gap-2 sm:flex-row-reverse">
          <Button ref={keep} aria-disabled={isSending} onClick={leave} className={choice}>
            Keep my account
          </Button>
          <Button type="submit" kind="secondary" aria-disabled={isSending} className={choice}>
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
      Your name, your way to sign in, all your chapters, trades and orders and your entry in the
      waitlist are deleted at once and for good. You are signed out everywhere.
    </li>
    <li>
      A row of yours on today’s leaderboard stays until the next ranking, as ‘Account deleted’.
    </li>
    <li>
      If you come back within 30 days, you go on with your next chapter. Until the 30 days are over
      you are not ranked and cannot start over. For that alone the server keeps two codes made from
      your email and your sign-in, from which nobody can read them.
    </li>
    <li>You can download your data first, from the same menu.</li>
  </ul>
)

/** The field is optional where it is unknown whether the account has a password. */
function Password({ isWrong, isRequired }: { isWrong: boolean; isRequired: boolean }) {
  const id = useId()
  return (
    <div className="mt-4">
      <label htmlFor={id} className="font-medium">
        Password
      </label>
      <input
        id={id}
        name="password"
        type="password"
        required={isRequired}
        aria-invalid={isWrong}
        autoComplete="current-password"
        className="mt-1.5 h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16"
      />
    </div>
  )
}
