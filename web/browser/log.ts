// Warnings for developers on the console, each once per page.
import { useEffect } from 'react'

export function warnOnce(what: string, details: unknown): void {
  if (logged.has(what)) return
  logged.add(what)
  console.warn(what, details)
}

/** Logs the failure of a query that the reader does not see, because the page keeps what it has. */
export function useLogError(what: string, error: Error | null): void {
  useEffect(() => {
    if (error) warnOnce(what, error)
  }, [what, error])
}

/** For tests: resets the warnings as a page load does. */
export const forgetWarnings = (): void => logged.clear()

const logged = new Set<string>()
