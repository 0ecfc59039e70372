// What only a developer can make use of, said to the console, and once is enough.

export function warnOnce(what: string, details: unknown): void {
  if (said.has(what)) return
  said.add(what)
  console.warn(what, details)
}

/** As on a new page. */
export const forgetWarnings = (): void => said.clear()

const said = new Set<string>()
