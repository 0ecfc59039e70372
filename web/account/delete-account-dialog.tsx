// The dialog that deletes the account, with the password where there is one. Keeping the account is the default.
import { useMutation } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'
import { useEffect, useRef, useState } from 'react'

import { sentenceOf } from '../api/sentence-of.ts'
import { call } from '../api/client.ts'
import { currentTokenSource } from '../api/token-source.ts'
import { saveItem } from '../browser/storage.ts'
import { useOwnAccount } from './own-account.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ShowPassword } from '../ui/show-password.tsx'
import { TextField } from '../ui/text-field.tsx'
import { visitedKey } from '../session/login-state.ts'

export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const own = useOwnAccount()
  const { mutate, error, isPending, isSuccess } = useMutation({
    mutationFn: (password: string) =>
      call(accountCalls.deleteAccount, { body: password === '' ? {} : { password } }),
    onSuccess: () => {
      // Clears the mark of earlier visits, so that the next sign-in screen greets a first visit.
      saveItem('localStorage', visitedKey, null)
      // Signs out in all tabs; the sign-in screen says why.
      currentTokenSource()?.onRefused('account_deleted')
    },
  })
  const isSending = isPending || isSuccess
  return (
    <ConfirmDialog
      title="Delete your account?"
      keep="Keep my account"
      verb={isSending ? 'Deleting...' : 'Delete for good'}
      isSending={isSending}
      refused={error && sentenceOf(error)}
      onClose={onClose}
      onSubmit={(typed) => mutate(typed('password'))}
    >
      {meaning}
      {(own.isLoading || own.isError || own.data?.hasPassword) && (
        <Password
          isWrong={error !== null}
          isRequired={own.data?.hasPassword === true}
          isSending={isSending}
        />
      )}
    </ConfirmDialog>
  )
}

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
  const [isShown, setShown] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (isWrong) input.current?.focus()
  }, [isWrong])
  return (
    <div className="mt-4">
      <TextField
        ref={input}
        label="Password"
        name="password"
        // Hidden while it is sent, because browsers save the content of plain text fields.
        type={isShown && !isSending ? 'text' : 'password'}
        required={isRequired}
        aria-invalid={isWrong}
        autoComplete="current-password"
        autoCapitalize="none"
        spellCheck={false}
        hint="We ask for it to make sure it's you."
        trailing={<ShowPassword isShown={isShown} onShow={setShown} />}
      />
    </div>
  )
}
