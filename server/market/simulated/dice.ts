// One stream's chance: every address in its tree has fixed random numbers, one ChaCha12 block each,
// so any instant can be computed alone, in any order and on any machine.
import { createHmac } from 'node:crypto'
import { chachaBlock, chachaInput, wordAt, wordCount } from './chacha.ts'
import { normalQuantile } from './normal.ts'

export interface Dice {
  // Throws for an address; the eight numbers below are those of the last throw.
  roll(level: number, block: number, node: number): void
  uniform(index: number): number
  normal(index: number): number
}

export type Secret = Uint8Array | string

// `domain` separates the calendars: who has seen the past of one must not know the other's future.
export function diceOf(secret: Secret, stream: string, domain: number): Dice {
  const key = createHmac('sha256', secret).update(`market-sim/v1/${stream}`).digest()
  const input = chachaInput(key)
  const words = new Int32Array(wordCount)
  input[15] = domain
  // No level has this number, so the first throw is never taken for a repetition.
  input[12] = -1
  const uniform = (index: number) => uniformFrom(words, 2 * index)
  return {
    roll: (level, block, node) => {
      if (input[12] === level && input[13] === block && input[14] === node) return
      input[12] = level
      input[13] = block
      input[14] = node
      chachaBlock(input, rounds, words)
    },
    uniform,
    normal: (index) => normalQuantile(uniform(index)),
  }
}

const rounds = 12

// 53 bits, the last one always set: symmetric, and never 0 or 1, where the normal is infinite.
function uniformFrom(words: Int32Array, index: number): number {
  const high = wordAt(words, index) >>> 5
  const low = (wordAt(words, index + 1) >>> 6) | 1
  return (high * 67_108_864 + low) / 9_007_199_254_740_992
}
