// The buttons that download the learner's data and open the dialog to delete the account.
import { useMutation } from '@tanstack/react-query'
import * as accountCalls from '@tengrand/contract/account.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { saveFile } from '../ui/save-file.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

export function DownloadData() {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(accountCalls.accountData, {}),
    onSuccess: (text) => saveFile('tengrand-data.json', 'application/json', text),
  })
  return (
    <div>
      <button
        type="button"
        aria-disabled={isPending}
        onClick={() => {
          if (!isPending) mutate()
        }}
        className={`${entry} text-accent`}
      >
        {isPending ? 'Preparing...' : 'Download my data'}
      </button>
      {error && (
        <p role="alert" className="mb-1.5 wrap-anywhere text-loss">
          Failed to download your data: {error.message}
        </p>
      )}
    </div>
  )
}

export function DeleteAccount() {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setDeleting(true)}
        className={`${entry} text-loss`}
      >
        Delete my account…
      </button>
      {isDeleting && <DeleteAccountDialog onClose={() => setDeleting(false)} />}
    </>
  )
}

const entry = 'inline-flex min-h-10 items-center font-medium underline-offset-4 hover:underline'
