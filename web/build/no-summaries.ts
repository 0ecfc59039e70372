// Leaves out what only the documentation of the API says of a call, and what only the server does with it: no page needs
// it, and every page would carry it.
import type { Plugin } from 'vite'

export const noSummaries = (): Plugin => ({
  name: 'no-summaries',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!/[\\/]contract[\\/][\w-]+\.ts$/.test(id)) return null
    return { code: withoutServersPart(withoutSummaries(code)), map: null }
  },
})

/** One that is not found because it is written in another way would only be forgotten. */
export function withoutSummaries(code: string): string {
  const left = code.replaceAll(/ *\bsummary:\s+(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`),\n/g, '')
  if (/\bsummary:\s*['"`]/.test(left)) throw new Error('A summary is written in a way of its own.')
  return left
}

/**
 * What only the server looks at: the shape of a request, which the browser has by its types, how often it may be made,
 * and what a field is refused with. A part ends with its line, or with the bracket that stands under its name.
 */
export const withoutServersPart = (code: string): string =>
  withoutUnused(
    code
      // The words of a comment may be the names of something.
      .replaceAll(/^ *(?:\/\/.*|\/\*\*.*\*\/)\n/gm, '')
      .replaceAll(
        /^ {4}(?:params|query|body|budget|faults): .*[^,\n]\n(?: {5,}.*\n)*(?: {4}[)\]}].*\n)?/gm,
        '',
      )
      .replaceAll(/^ {4}(?:params|query|body|budget|faults): .*,\n/gm, ''),
  )

/** Schemas that only those parts have used: nothing tells a bundler that making one does nothing else. */
function withoutUnused(code: string): string {
  const statement = /^const (\w+) = .*\n(?:[ )\]}].*\n)*/gm
  const isUnused = (name: string): boolean =>
    code.match(new RegExp(`(?<![\\w/])${name}(?![\\w:])`, 'g'))?.length === 1
  const left = code.replaceAll(statement, (whole, name: string) => (isUnused(name) ? '' : whole))
  return left === code ? left : withoutUnused(left)
}
