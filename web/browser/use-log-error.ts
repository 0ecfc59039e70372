// A failure that the reader is not told of, because what is on the page stays; a developer finds it in the console.
import { useEffect } from 'react'

import { warnOnce } from './log.ts'

export function useLogError(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) warnOnce(what, error)
  }, [what, error])
}
