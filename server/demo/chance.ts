// Reproducible random choices, derived from a seed and a name.
import { diceOf } from '../market/simulated/dice.ts'

export type Chance = ReturnType<typeof chanceOf>

export function chanceOf(seed: string, name: string) {
  const dice = diceOf({ secret: seed, version: 'market-sim/v1' }, `demo/${name}`, 0)
  let used = 0
  const share = (): number => {
    dice.roll(0, Math.floor(used / numbersPerRoll), 0)
    const value = dice.uniform(used % numbersPerRoll)
    used += 1
    return value
  }
  /** A whole number from 0 to n − 1. */
  const pick = (n: number): number => Math.floor(share() * n)
  /** Distinct items in random order. */
  const someOf = <T>(of: readonly T[], count: number): T[] => {
    const left = [...of]
    return Array.from({ length: Math.min(count, of.length) }, () =>
      left.splice(pick(left.length), 1),
    ).flat()
  }
  return {
    between: (low: number, high: number): number => low + share() * (high - low),
    pick,
    oneOf: <T>(of: readonly T[]): T => {
      const [one] = someOf(of, 1)
      if (one === undefined) throw new RangeError('There is nothing to choose from.')
      return one
    },
    someOf,
    happens: (probability: number): boolean => share() < probability,
    uuid: (): string => uuidOf(Array.from({ length: 4 }, () => pick(2 ** 32))),
  }
}

const numbersPerRoll = 8

/** A UUID of version 4. */
function uuidOf(words: readonly number[]): string {
  const digits = words.map((word) => word.toString(16).padStart(8, '0')).join('')
  const part = (from: number, to: number): string => digits.slice(from, to)
  return `${part(0, 8)}-${part(8, 12)}-4${part(13, 16)}-8${part(17, 20)}-${part(20, 32)}`
}
