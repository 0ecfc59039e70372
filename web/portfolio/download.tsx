// The button that fetches all transactions as a table for spreadsheets, and says so when that does not work.
import { useMutation } from '@tanstack/react-query'
import { portfolioCalls } from '@tengrand/contract/portfolio.ts'

import { call } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

interface DownloadProps {
  readonly disabled: boolean
  /** A chapter that is over; otherwise the open one. */
  readonly of?: { readonly portfolio: string; readonly chapter: number }
}

export function Download({ disabled, of }: DownloadProps) {
  const name = of ? `tengrand-transactions-chapter-${of.chapter}` : 'tengrand-transactions'
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(portfolioCalls.transactionsCsv, { query: { portfolio: of?.portfolio } }),
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
