// Computes the random numbers of a stream: every address in its tree has fixed ones, one ChaCha12 block each,
// so any instant can be computed alone, in any order and on any machine.
import { createHmac } from 'node:crypto'
import { chachaBlock, chachaInput, wordAt, wordCount } from './chacha.ts'
import { normalQuantile } from './normal.ts'

type Secret = Uint8Array | string

// What the prices of a market follow from. A market keeps its version, because trades were made at its prices.
export interface Seed {
  secret: Secret
  version: SimulationVersion
}

// The first version pulls every stock back to its mean, the second one does not.
export type SimulationVersion = 'market-sim/v1' | 'market-sim/v2'

export type Dice = ReturnType<typeof diceOf>

// `domain` separates the calendars: past prices of one must not reveal future prices of the other.
export function diceOf({ secret, version }: Seed, stream: string, domain: number) {
  const key = createHmac('sha256', secret).update(`${version}/${stream}`).digest()
  const input = chachaInput(key)
  const words = new Int32Array(wordCount)
  input[15] = domain
  // No level has this number, so the first roll is never skipped as a repetition.
  input[12] = -1
  const uniform = (index: number): number => uniformFrom(words, 2 * index)
  return {
    // Computes the eight numbers of an address, for `uniform` and `normal`.
    roll: (level: number, block: number, node: number): void => {
      if (input[12] === level && input[13] === block && input[14] === node) return
      input[12] = level
      input[13] = block
      input[14] = node
      chachaBlock(input, rounds, words)
    },
    uniform,
    normal: (index: number): number => normalQuantile(uniform(index)),
  }
}

const rounds = 12

// 53 bits, the last one always set: symmetric, and never 0 or 1, where the normal is infinite.
function uniformFrom(words: Int32Array, index: number): number {
  const high = wordAt(words, index) >>> 5
  const low = (wordAt(words, index + 1) >>> 6) | 1
  return (high * 67_108_864 + low) / 9_007_199_254_740_992
}
