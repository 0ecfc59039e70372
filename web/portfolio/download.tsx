// The button that fetches all transactions as a table for spreadsheets, and says so when that does not work.
import { useMutation } from '@tanstack/react-query'
import * as portfolioCalls from '@tengrand/contract/portfolio.ts'

import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useScope } from './scope.tsx'

interface DownloadProps {
  readonly disabled: boolean
  /** Of a chapter that is over, which its file is named after. */
  readonly chapter?: number
}

export function Download({ disabled, chapter }: DownloadProps) {
  const portfolio = useScope().portfolio ?? undefined
  const name = chapter ? `tengrand-transactions-chapter-${chapter}` : 'tengrand-transactions'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(portfolioCalls.transactionsCsv, { query: { portfolio } }),
    onSuccess: (text) => saveFile(`${name}.csv`, 'text/csv', text),
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
