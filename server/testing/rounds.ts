// Runs the rounds of a randomized test, each from a seed; a failure prints the seed, so that it can be repeated.
import { randomUUID } from 'node:crypto'

import { chanceOf, type Chance } from '../demo/chance.ts'
import { isLong } from './effort.ts'

/** A thousand rounds in `npm run test:long`, otherwise as many as run in about a second. */
export const roundsOf = (few: number): number => (isLong ? 1_000 : few)

/** TEST_SEED repeats the same rounds, but the order of concurrent events can still differ. */
export async function playRounds(
  count: number,
  play: (chance: Chance, round: number) => Promise<void>,
): Promise<void> {
  const seed = process.env['TEST_SEED'] ?? randomUUID()
  if (isLong) process.stdout.write(`${count} rounds with TEST_SEED=${seed}\n`)
  for (let round = 0; round < count; round += 1) {
    try {
      await play(chanceOf(seed, `round ${round}`), round)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new Error(`Round ${round} with TEST_SEED=${seed}: ${reason}`, { cause })
    }
  }
}
