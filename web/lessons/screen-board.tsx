// The ten best of a lesson as the class sees them: rank, moves since a while ago, name and return, and the market.
import type { ReactNode } from 'react'

import type { BoardRow } from '../leagues/queries.ts'
import { Triangle } from '../ui/icons.tsx'
import { GainPercent } from '../ui/money.tsx'
import { useMoves } from './screen-moves.ts'

interface ScreenBoardProps {
  readonly board: readonly BoardRow[]
  readonly tick: number
  readonly marketRoi: number | null
}

export function ScreenBoard({ board, tick, marketRoi }: ScreenBoardProps) {
  const moves = useMoves(board, tick)
  const best = board.filter(({ rank }) => rank !== null).slice(0, shownMax)
  if (best.length === 0)
    return <p className="m-auto text-24 text-muted">You get a rank with your first trade.</p>
  const below = best.findIndex((row) => row.roi_percentage < (marketRoi ?? -Infinity))
  const rows: readonly (BoardRow | null)[] = best
  const shown = rows.toSpliced(
    below === -1 ? rows.length : below,
    0,
    ...(marketRoi === null ? [] : [null]),
  )
  return (
    <ol aria-label="Board" className="grid flex-1 grid-rows-[repeat(11,minmax(0,1fr))] *:min-w-0">
      {/* By their places, so that names change and nothing moves. */}
      {slots.map((place) => {
        const row = shown[place]
        if (row === undefined) return null
        return row === null ? (
          <Line key={place} look="border-dashed border-accent text-accent" roi={marketRoi ?? 0}>
            <span className="w-8" />
            <span className="w-12" />
            <span className="min-w-0 flex-1">The market</span>
          </Line>
        ) : (
          <Line key={place} look="border-line" roi={row.roi_percentage}>
            <span className="w-8 text-right font-semibold tabular-nums">{row.rank}</span>
            <Move places={moves.get(row.user_id ?? '') ?? 0} />
            <span className="min-w-0 flex-1 truncate">{row.display_name}</span>
          </Line>
        )
      })}
    </ol>
  )
}

const shownMax = 10
/** With that of the market. */
const slots = Array.from({ length: shownMax + 1 }, (_, place) => place)

interface LineProps {
  readonly look: string
  readonly roi: number
  readonly children: ReactNode
}

const Line = ({ look, roi, children }: LineProps) => (
  <li className={`flex items-center gap-3 border-t text-20 first:border-t-0 ${look}`}>
    {children}
    <GainPercent value={roi} digits={1} plain />
  </li>
)

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
