// Errors in the console of a page that a journey expects.

/** A browser writes every refused or lost answer into its console; anything else still fails the test. */
export function allowConsoleError(consoleErrors: string[], expected: string): void {
  const others = consoleErrors.filter((text) => !text.includes(expected))
  consoleErrors.splice(0, consoleErrors.length, ...others)
}
