// The buttons that download the learner’s data and open the dialog to delete the account.
import { useMutation } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { saveFile } from '../ui/save-file.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function OwnData() {
  const [isDeleting, setDeleting] = useState(false)
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(accountCalls.accountData, {}),
    onSuccess: (text) => saveFile('tengrand-data.json', 'application/json', text),
  })
  return (
    <div className="grid justify-items-start">
      <button
        type="button"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate()
        }}
        className={entry}
      >
        {isPending ? 'Preparing...' : 'Download my data'}
      </button>
      {error && (
        <p role="alert" className="wrap-anywhere text-loss">
          Failed to download your data: {error.message}
        </p>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDeleting(true)}
        className={entry}
      >
        Delete my account…
      </button>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </div>
  )
}

const entry =
  '-my-0.5 inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline'
