// Changes a proof in one place, and lists the changes that nobody can find from the file alone.
import type { LessonProof } from '@tengrand/contract/lesson-proof.ts'
import { lastRankedTick } from '@tengrand/core/lesson.ts'

export type Path = readonly (string | number)[]

interface Leaf {
  readonly path: Path
  readonly value: unknown
}

/** Every value of a proof that is no list and no object. */
export const leavesOf = (value: unknown, path: Path = []): Leaf[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, part]) =>
        leavesOf(part, [...path, Array.isArray(value) ? Number(name) : name]),
      )
    : [{ path, value }]

export function withChange<T>(value: T, [name, ...rest]: Path, other: unknown): T {
  if (name === undefined) return other as T
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>
  copy[String(name)] = withChange(copy[String(name)], rest, other)
  return copy as T
}

const words: Readonly<Record<string, readonly string[]>> = {
  type: ['BUY', 'SELL'],
  symbol: 'ABCDEFGHIJKLMNOP'.split(''),
  ended_by: ['plan', 'organiser', 'pause'],
  span: ['quarter', 'year', 'five_years'],
}

/** Other values of the same kind; the near ones are the hardest to find. */
export function othersOf({ path, value }: Leaf): unknown[] {
  return valuesFor(String(path.at(-1)), value).filter((other) => !Object.is(other, value))
}

function valuesFor(name: string, value: unknown): unknown[] {
  const canBeNull = name === 'rank' || name === 'first_trade'
  if (typeof value === 'boolean') return [!value]
  if (value === null) return [0, 1, 2, 3, 5, 8]
  if (typeof value === 'number') {
    const near = [value + 1, value - 1, value + 10, value * 2, 0, 1_000_000]
    return canBeNull ? [...near, null] : near
  }
  const text = typeof value === 'string' ? value : ''
  if (/^\d{4}-/.test(text)) {
    return [1, -1, 1_000, -1_000, 86_400_000].map((ms) =>
      new Date(Date.parse(text) + ms).toISOString(),
    )
  }
  const digit = text.endsWith('0') ? '1' : '0'
  return [...(words[name] ?? [`${text.slice(0, -1)}${digit}`])]
}

/**
 * Whether nothing else in the file says what the value was: how many were removed, how much more an order asked for than
 * it took, when somebody joined, who organised without a trade, and what a deleted member had.
 */
export function isFree(proof: LessonProof, [list, index, field]: Path, other: unknown): boolean {
  if (list === 'removed_members') return true
  if (list === 'trades') {
    const trade = proof.trades[Number(index)]
    if (trade === undefined || field !== 'asked') return false
    const covered = Math.floor((trade.cash + trade.quantity * trade.price) / trade.price)
    const held = heldBefore(proof, Number(index))
    return trade.quantity === (trade.type === 'BUY' ? covered : held)
  }
  const row = list === 'board' ? proof.board[Number(index)] : undefined
  if (row === undefined) return false
  const isLate = (tick: number): boolean => tick > lastRankedTick(proof.lesson)
  if (field === 'joined_tick') {
    const isNeverRanked = row.rank === null && (row.is_organiser || row.first_trade === null)
    return isNeverRanked || isLate(row.joined_tick) === isLate(Number(other))
  }
  if (field === 'is_organiser') return row.rank === null && row.first_trade === null
  return (field === 'value' || field === 'rank') && row.is_deleted
}

const heldBefore = ({ trades }: LessonProof, index: number): number =>
  trades
    .slice(0, index)
    .filter(({ place, symbol }) => {
      const trade = trades[index]
      return place === trade?.place && symbol === trade.symbol
    })
    .reduce((sum, { type, quantity }) => sum + (type === 'BUY' ? quantity : -quantity), 0)
