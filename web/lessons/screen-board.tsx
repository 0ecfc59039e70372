// The ten best of a lesson as the class sees them: rank, moves since half a minute ago, name and return, and the market.
import { useState } from 'react'

import { withMarket } from '../leagues/board.tsx'
import type { BoardRow } from '../leagues/queries.ts'
import { Triangle } from '../ui/icons.tsx'
import { GainPercent } from '../ui/money.tsx'

type Board = readonly BoardRow[]

interface ScreenBoardProps {
  readonly board: Board
  readonly tick: number
  readonly marketRoi: number | null
}

export function ScreenBoard({ board, tick, marketRoi }: ScreenBoardProps) {
  const moveOf = useMoves(board, tick)
  const best = board.filter(({ rank }) => rank !== null).slice(0, 10)
  if (best.length === 0)
    return <p className="m-auto text-24 text-muted">You get a rank with your first trade.</p>
  return (
    <ol aria-label="Board" className="grid flex-1 grid-rows-[repeat(11,minmax(0,1fr))] *:min-w-0">
      {withMarket(best, marketRoi).map((row, place) => (
        <li
          // oxlint-disable-next-line react/no-array-index-key -- By their places, so that names change and nothing moves.
          key={place}
          className={`flex items-center gap-3 border-t text-20 first:border-t-0 ${row.rank === null ? 'border-dashed border-accent text-accent' : 'border-line'}`}
        >
          <span className="w-8 text-right font-semibold tabular-nums">{row.rank}</span>
          <Move places={moveOf(row)} />
          <span className="min-w-0 flex-1 truncate">{row.display_name}</span>
          <GainPercent value={row.roi_percentage} digits={1} plain />
        </li>
      ))}
    </ol>
  )
}

function Move({ places }: { places: number }) {
  const isUp = places > 0
  const words = `${isUp ? 'up' : 'down'} ${Math.abs(places)}`
  return (
    <span className={`w-12 tabular-nums ${isUp ? 'text-gain' : 'text-loss'}`}>
      {places !== 0 && (
        <span role="img" aria-label={words} className="inline-flex items-center gap-1.5">
          <Triangle up={isUp} />
          {Math.abs(places)}
        </span>
      )}
    </span>
  )
}

const ticksCompared = 30

/** The places that a member has won or lost within half a minute. A tick is a second. */
function useMoves(board: Board, tick: number): (row: BoardRow) => number {
  const [seen, setSeen] = useState([{ board, tick }])
  if (board !== seen.at(-1)?.board) {
    const others = seen.filter((one) => one.tick < tick)
    // The last one that is old enough stays, as what the others are compared with.
    const from = others.findLastIndex((one) => one.tick <= tick - ticksCompared)
    setSeen([...others.slice(Math.max(0, from)), { board, tick }])
  }
  const ranks = new Map(seen[0]?.board.map(({ user_id, rank }) => [user_id, rank]))
  return ({ user_id, rank }) => {
    const before = user_id && ranks.get(user_id)
    return before && rank ? before - rank : 0
  }
}
