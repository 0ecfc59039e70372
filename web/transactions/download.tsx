// The button that fetches all transactions as a table for spreadsheets, and says so when that does not work.
import { useMutation } from '@tanstack/react-query'
import { api } from '@tengrand/contract/api.ts'

import { call } from '../api.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from './save-file.ts'

export function Download({ disabled }: { disabled: boolean }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(api.transactionsCsv, {}),
    onSuccess: (text) => saveFile('tengrand-transactions.csv', 'text/csv', text),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {error && (
        <p role="alert" className="line-clamp-3 wrap-anywhere text-loss">
          Failed to download transactions: {error.message}
        </p>
      )}
      <Button kind="secondary" disabled={disabled || isPending} onClick={() => mutate()}>
        {isPending ? 'Preparing...' : 'Download CSV'}
      </Button>
    </div>
  )
}
