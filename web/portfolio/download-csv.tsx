// The button that downloads rows as a CSV file, and why it failed.
import { useMutation } from '@tanstack/react-query'

import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'

interface DownloadCsvProps {
  /** The noun after "Failed to download". */
  readonly what: string
  /** The name of the file without its extension. */
  readonly file: string
  readonly disabled?: boolean
  readonly load: () => Promise<string>
}

export function DownloadCsv({ what, file, disabled = false, load }: DownloadCsvProps) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: load,
    onSuccess: (text) => saveFile(`${file}.csv`, 'text/csv', text),
  })
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {error && (
        <p role="alert" className="line-clamp-3 wrap-anywhere text-loss">
          Failed to download {what}: {error.message}
        </p>
      )}
      <Button kind="secondary" disabled={disabled || isPending} onClick={() => mutate()}>
        {isPending ? 'Preparing...' : 'Download CSV'}
      </Button>
    </div>
  )
}
