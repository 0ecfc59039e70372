// The board of a league: the podium after the end, all members by rank, and the market where it would rank.
import { roundTo, fromDollars } from '@tengrand/core/money.ts'
import { memo, useState } from 'react'

import { Card } from '../ui/card.tsx'
import { Medal, Ranked } from '../ui/medal.tsx'
import { GainPercent, Missing, Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { MemberHoldings } from './member-holdings.tsx'
import { useBoard, type Board, type BoardRow, type League } from './queries.ts'

export function BoardCard({ league }: { league: League }) {
  const query = useBoard(league.id)
  const view = viewOf(query, { what: 'the board' })
  const updated = query.data?.final ? 'Final' : asOf(league, query.data?.as_of)
  return (
    <Card title="Board" aside={<p className="text-12 text-muted">{updated}</p>}>
      <QueryView view={view} loading="Loading the board..." rows={8}>
        {(board) => <Ranks league={league} board={board} />}
      </QueryView>
    </Card>
  )
}

/** Something in any case, so that nothing moves. A lesson has a day of its market's time. */
const asOf = ({ kind }: League, instant: string | undefined): string =>
  instant === undefined
    ? '—'
    : `As of ${(kind === 'lesson' ? day : time).format(Date.parse(instant))}`

const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'long' })

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'America/New_York' })

function Ranks({ league, board: { board, market, final } }: { league: League; board: Board }) {
  const [shown, setShown] = useState<BoardRow | null>(null)
  const isOver = league.state === 'over'
  const isOrganiser = league.kind === 'lesson' && league.role === 'owner'
  const isHiding = board.some(isHidden)
  const marketRoi = league.state === 'before' ? null : market.roi_percentage
  const canOpen = league.holdings === 'always' || (league.holdings === 'after' && isOver)
  return (
    <>
      {isOver && !final && (
        <Notice tone="info" quiet className="mb-4">
          These ranks are provisional until the closing prices are known.
        </Notice>
      )}
      {isOver && <Podium board={board} />}
      <table aria-label="Board" className="w-full">
        <Head isHiding={isHiding} />
        <tbody>
          {withMarket(board, marketRoi, isOrganiser).map((row, index) => (
            <Row
              key={row.user_id ?? index}
              row={row}
              isHiding={isHiding}
              onOpen={canOpen && row.user_id !== null ? setShown : null}
            />
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-12 text-muted">
        {board.some(({ rank }) => rank === null) &&
          (league.state === 'before'
            ? 'You get a rank after the start, with your first trade. '
            : `Without a rank: members who ${league.state === 'over' ? 'made no trade' : 'have not traded yet'}, or who joined late. `)}
        {isOrganiser &&
          'You are not ranked, because you control the clock. Only you see your row. '}
        {isHiding && 'Holdings are hidden, so the returns of other members are rounded.'}
      </p>
      {shown && <MemberHoldings league={league} row={shown} onClose={() => setShown(null)} />}
    </>
  )
}

/**
 * With a row of the market above the first member with a lower return, at the latest above those without a rank. The
 * organiser's own row has no rank and stands where it would rank.
 */
export function withMarket(
  board: readonly BoardRow[],
  roi: number | null,
  isOrganiser = false,
): readonly BoardRow[] {
  if (roi === null) return board
  const below = board.findIndex(
    ({ rank, you, roi_percentage }) =>
      roi_percentage < roi || (rank === null && !(you && isOrganiser)),
  )
  const row = { ...marketRow, roi_percentage: roi }
  return board.toSpliced(below === -1 ? board.length : below, 0, row)
}

const marketRow = {
  rank: null,
  user_id: null,
  display_name: 'The market',
  current_value: null,
  largest_percent: null,
  you: false,
}

/** The server rounds the return where the value is hidden. The market has no value. */
const isHidden = ({ current_value, user_id }: BoardRow): boolean =>
  current_value === null && user_id !== null

function Podium({ board }: { board: readonly BoardRow[] }) {
  return (
    <ol aria-label="Podium" className="grid gap-3 pb-4 sm:grid-cols-3">
      {board.map(
        ({ rank, display_name, roi_percentage }) =>
          rank !== null &&
          rank <= 3 && (
            <Ranked
              key={rank}
              rank={rank}
              roi={roi_percentage}
              className="rounded-control bg-sunken px-4 py-3 text-15 font-medium"
            >
              {display_name}
            </Ranked>
          ),
      )}
    </ol>
  )
}

/** On a phone the value and the largest stock stand under the name. */
const Head = ({ isHiding }: { isHiding: boolean }) => (
  <thead className="align-bottom text-12 text-muted">
    <tr>
      {[
        ['Rank', 'w-14 text-left'],
        ['Name', 'text-left'],
        ...(isHiding ? [] : columnsOfValue),
        ['Return', 'pl-3 text-right'],
      ].map(([name, look]) => (
        <th key={name} scope="col" className={`pb-2.5 font-medium ${look}`}>
          {name}
        </th>
      ))}
    </tr>
  </thead>
)

const columnsOfValue = [
  ['Value', 'pl-3 text-right max-sm:hidden'],
  ['Largest stock', 'pl-3 text-right max-sm:hidden'],
]

interface RowProps {
  readonly row: BoardRow
  /** Whether the members' values are hidden; then the own one stands under the name. */
  readonly isHiding: boolean
  /** Null where holdings are hidden. */
  readonly onOpen: ((row: BoardRow) => void) | null
}

/** Memoized, because a board can have a thousand rows, and few change at a time. */
const Row = memo(({ row, isHiding, onOpen }: RowProps) => {
  const { rank, display_name, current_value, largest_percent, you } = row
  const value = current_value === null ? null : <Money amount={fromDollars(current_value)} />
  const largest = largest_percent === null ? null : `${roundTo(largest_percent, 0)}%`
  return (
    <tr
      className={`border-t border-line ${you ? 'bg-accent-soft shadow-[0.75rem_0_0_var(--color-accent-soft),-0.75rem_0_0_var(--color-accent-soft)]' : ''}`}
    >
      <td className={`${cell} w-14 pr-5 text-center`}>
        {rank === null ? <Missing /> : <Medal rank={rank} />}
      </td>
      <th scope="row" className={`${cell} text-left font-medium wrap-anywhere`}>
        {onOpen ? (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onOpen(row)}
            className="min-h-10 rounded-sm text-left text-accent hover:underline"
          >
            {display_name}
          </button>
        ) : (
          display_name
        )}
        {you && <span className="font-normal text-muted"> (you)</span>}
        {value !== null && (
          <span className={`block text-12 font-normal text-muted ${isHiding ? '' : 'sm:hidden'}`}>
            {value} · <span className="whitespace-nowrap">Largest stock {largest}</span>
          </span>
        )}
      </th>
      {!isHiding && (
        <>
          <td className={`${cell} pl-3 text-right max-sm:hidden`}>{value ?? <Missing />}</td>
          <td className={`${cell} pl-3 text-right max-sm:hidden`}>{largest ?? <Missing />}</td>
        </>
      )}
      <td className={`${cell} pl-3 text-right`}>
        <GainPercent value={row.roi_percentage} digits={isHidden(row) ? 1 : 2} />
      </td>
    </tr>
  )
})

const cell = 'h-14 py-2 tabular-nums'
