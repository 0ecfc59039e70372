// Leaves out what only the documentation of the API says of a call: no page shows it, and every page would carry it.
import type { Plugin } from 'vite'

export const noSummaries = (): Plugin => ({
  name: 'no-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]contract[\\/][\w-]+\.ts$/.test(id)) return null
    return { code: withoutSummaries(code), map: null }
  },
})

/** One that is not found because it is written in another way would only be forgotten. */
export function withoutSummaries(code: string): string {
  const left = code.replaceAll(/\bsummary:\s+(?:'[^'\n]*'|"[^"\n]*"),\n/g, '')
  if (/\bsummary:\s*['"`]/.test(left)) throw new Error('A summary is written in a way of its own.')
  return left
}
