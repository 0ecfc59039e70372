// The places that the members of a lesson have won or lost within half a minute.
import { useState } from 'react'

import type { BoardRow } from '../leagues/queries.ts'

type Board = readonly BoardRow[]

interface Seen {
  readonly board: Board
  readonly tick: number
}

/** By user id. A tick is a second. */
export function useMoves(board: Board, tick: number): ReadonlyMap<string, number> {
  const [seen, setSeen] = useState<readonly Seen[]>([{ board, tick }])
  if (board !== seen.at(-1)?.board) {
    const others = seen.filter((one) => one.tick < tick)
    // The last one that is old enough stays, as what the others are compared with.
    const from = others.findLastIndex((one) => one.tick <= tick - ticksCompared)
    setSeen([...others.slice(Math.max(0, from)), { board, tick }])
  }
  return movesBetween(seen[0]?.board ?? board, board)
}

const ticksCompared = 30

function movesBetween(before: Board, after: Board): ReadonlyMap<string, number> {
  const ranks = new Map(before.map(({ user_id, rank }) => [user_id, rank]))
  const moves = new Map<string, number>()
  for (const { user_id, rank } of after) {
    const last = ranks.get(user_id) ?? null
    if (user_id !== null && rank !== null && last !== null) moves.set(user_id, last - rank)
  }
  return moves
}
