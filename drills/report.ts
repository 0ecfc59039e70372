// Prints what a drill found, as a table with a verdict on each line.
import { print } from '../server/command.ts'

export interface Check {
  readonly what: string
  readonly value: string | number
  readonly holds: boolean
}

/** Returns the exit code. */
export function report(checks: readonly Check[]): number {
  print('\n| | | |\n|---|---|---|')
  for (const { what, value, holds } of checks) {
    print(`| ${what} | ${value} | ${holds ? 'ok' : 'FAILED'} |`)
  }
  return checks.every(({ holds }) => holds) ? 0 : 1
}

/** A check that a number is no more than a limit. */
export const atMost = (what: string, value: number, most: number, digits = 0): Check => ({
  what: `${what} (at most ${most})`,
  value: value.toFixed(digits),
  holds: value <= most,
})

/** Names with how often each came. */
export function wordsOfCounts(counts: Iterable<readonly [string, number]>): string {
  const words = Array.from(counts, ([name, count]) => `${count} × ${name}`)
  return words.length === 0 ? 'none' : words.join(', ')
}
