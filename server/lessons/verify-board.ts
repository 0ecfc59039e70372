// Computes the board of a proof again: the value and the first trade of each row, and the ranks.
import type { LessonProof, ProofRow } from '@tengrand/contract/lesson-proof.ts'
import { lastRankedTick } from '@tengrand/core/lesson.ts'
import { cents, formatMoney } from '@tengrand/core/money.ts'

import type { Result } from './verify-trades.ts'

/** With what the trades of each row come to. */
export function faultOfBoard(proof: LessonProof, results: readonly Result[]): string | null {
  const { board } = proof
  for (const [index, result] of results.entries()) {
    const fault = faultOfRow(proof, index, result)
    if (fault !== null) return `Row ${index + 1}: ${fault}`
  }
  if (board.filter((row) => row.is_organiser).length > 1) return 'The board has two organisers.'
  return faultOfRanks(proof)
}

/** The value of a deleted member cannot be computed, because the trades are gone. */
function faultOfRow(proof: LessonProof, index: number, { value, firstTrade }: Result) {
  const { last_tick: lastTick } = proof
  const row = proof.board[index]
  if (row?.place !== index + 1) return `its place is ${index + 1}, not ${row?.place}.`
  if (row.joined_tick > lastTick) return `nobody joined after tick ${lastTick}, which is the end.`
  if (row.first_trade !== firstTrade)
    return `its first trade is ${firstTrade ?? 'none'}, not ${row.first_trade ?? 'none'}.`
  if (row.is_deleted || row.value === value) return null
  return `its value is ${formatMoney(value)}, not ${formatMoney(cents(row.value))}.`
}

function faultOfRanks({ lesson, board }: LessonProof): string | null {
  const mayBeRanked = (row: ProofRow) =>
    !row.is_organiser && row.joined_tick <= lastRankedTick(lesson)
  const never = board.find((row) => row.rank !== null && !mayBeRanked(row))
  if (never !== undefined) {
    const who = never.is_organiser ? 'the organiser' : 'a late joiner'
    return `Row ${never.place}: ${who} has no rank.`
  }
  const ranked = rankedOf(board.filter(mayBeRanked))
  for (const row of board) {
    const rank = ranked.indexOf(row) + 1
    if ((row.rank ?? 0) !== rank)
      return `Row ${row.place}: its rank is ${rank || 'none'}, not ${row.rank ?? 'none'}.`
  }
  // Only a deleted member can have such a value, as the others are sorted by it.
  const index = ranked.findIndex(({ value }, n) => value > (ranked[n - 1]?.value ?? Infinity))
  if (index === -1) return null
  return `Row ${ranked[index]?.place}: its value is more than that of rank ${index}.`
}

/** By value, then by the first trade. A deleted member keeps the rank of the board, and the others share the rest. */
function rankedOf(rows: readonly ProofRow[]): ProofRow[] {
  const kept = new Map(rows.flatMap((row) => (row.is_deleted ? [[row.rank, row]] : [])))
  const others = rows
    .filter((row) => !row.is_deleted && row.first_trade !== null)
    .toSorted((a, b) => b.value - a.value || (a.first_trade ?? 0) - (b.first_trade ?? 0))
  const ranked: ProofRow[] = []
  for (;;) {
    const next = kept.get(ranked.length + 1) ?? others.shift()
    if (next === undefined) return ranked
    ranked.push(next)
  }
}
