// The board of a league. It is computed at most every two seconds on a node, and serialized once for all its readers.
import type { Answer } from '@tengrand/contract/call.ts'
import type { leagueBoard } from '@tengrand/contract/league-members.ts'
import { leagueStateAt } from '@tengrand/core/league.ts'
import { percent, roundTo, toDollars } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'

import { JsonPiece, SerializedAnswer } from '../http/compression.ts'
import type { NoPrice } from '../ledger/close.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { readPlaces, type Standing } from './standings.ts'
import type { League } from './store.ts'

type BoardRow = Answer<typeof leagueBoard>['board'][number]

interface Entry {
  readonly standing: Standing
  /** The row for other members. */
  readonly row: BoardRow
}

type Board = Exclude<Awaited<ReturnType<typeof openBoard>>, NoPrice>

interface Cached {
  readonly until: number
  readonly version: string
  readonly board: Promise<Board | NoPrice>
}

export type Boards = ReturnType<typeof createBoards>

const sharedMs = 2_000
const rowsPerPiece = 50

export function createBoards(deps: ContestEndDeps) {
  const boards = new Map<number, Cached>()

  /** The end and a pause show at once, and so does another number of members. */
  const versionOf = async (league: League): Promise<string> => {
    const of = await deps.marketOf({ contestId: league.id })
    const state = isLiveLesson(of) ? of.moment().state : leagueStateAt(league, of.now())
    return [state, league.settledAt?.getTime(), league.endsAt, league.members].join(' ')
  }

  async function share(league: League): Cached['board'] {
    const version = await versionOf(league)
    const known = boards.get(league.id)
    const at = performance.now()
    if (known !== undefined && at < known.until && known.version === version) return known.board
    const board = openBoard(deps, league)
    const cached = { until: at + sharedMs, version, board }
    boards.set(league.id, cached)
    const drop = (): void => {
      if (boards.get(league.id) === cached) boards.delete(league.id)
    }
    board.catch(drop)
    // A board of 1,000 members is large, so it is not kept longer than it is used.
    setTimeout(drop, sharedMs).unref()
    return board
  }

  return {
    share,
    /** After a change of names, which the version does not have. */
    forget: (contestId: number): void => void boards.delete(contestId),
    read: async (league: League, accountId: number): Promise<SerializedAnswer | NoPrice> => {
      let board = await share(league)
      if (!('refusal' in board) && !isOn(board, accountId)) {
        // The reader joined when somebody else left, so the number of members is the same.
        boards.delete(league.id)
        board = await share(league)
      }
      return 'refusal' in board ? board : answerFor(board, league, accountId)
    },
  }
}

const stateOf = async ({ marketOf }: Pick<ContestEndDeps, 'marketOf'>, league: League) =>
  leagueStateAt(league, (await marketOf({ contestId: league.id })).now())

/** Of its market, in ISO format. */
export const timeOf = async ({ marketOf }: Pick<ContestEndDeps, 'marketOf'>, { id }: League) =>
  new Date((await marketOf({ contestId: id })).now()).toISOString()

const placeOf = ({ entries }: Pick<Board, 'entries'>, accountId: number): number =>
  entries.findIndex(({ standing }) => standing.accountId === accountId)

const isOn = (board: Board, accountId: number): boolean =>
  board.organiser?.accountId === accountId || placeOf(board, accountId) !== -1

function answerFor(board: Board, league: League, accountId: number): SerializedAnswer {
  const { entries, end, organiser } = board
  const rows = entries.map(({ row }) => row)
  const own = (standing: Standing): BoardRow => ({ ...placeOnWire(league, standing), you: true })
  if (organiser?.accountId === accountId) {
    const withOwn = rows.toSpliced(organiser.place, 0, own(organiser))
    return new SerializedAnswer(...piecesOf(withOwn), end)
  }
  const place = placeOf(board, accountId)
  const entry = entries[place]
  if (entry === undefined) return new SerializedAnswer(...board.pieces, end)
  const index = Math.floor(place / rowsPerPiece)
  const piece = pieceOf(rows.with(place, own(entry.standing)), index)
  return new SerializedAnswer(...board.pieces.with(index, piece), end)
}

function piecesOf(rows: readonly BoardRow[]): JsonPiece[] {
  const count = Math.max(1, Math.ceil(rows.length / rowsPerPiece))
  return Array.from({ length: count }, (_, index) => pieceOf(rows, index))
}

function pieceOf(rows: readonly BoardRow[], index: number): JsonPiece {
  const from = index * rowsPerPiece
  const list = JSON.stringify(rows.slice(from, from + rowsPerPiece))
  return new JsonPiece(`${index === 0 ? '{"board":[' : ','}${list.slice(1, -1)}`)
}

async function openBoard(deps: ContestEndDeps, league: League) {
  const asOf = await timeOf(deps, league)
  const isFinal = league.settledAt !== null
  const found = await readPlaces(deps, league)
  if ('refusal' in found) return found
  const isExact = isFinal || showsHoldings(league, await stateOf(deps, league))
  const entries = found.rows
    .filter(({ isOrganiser }) => !isOrganiser)
    .map((standing): Entry => {
      const row = placeOnWire(league, standing)
      return { standing, row: isExact ? row : hidden(row) }
    })
  const organiser = found.rows.find(({ isOrganiser }) => isOrganiser)
  const { marketValue: value } = found
  const roi = value && returnSince(league.startingCash, value).percent
  return {
    entries,
    /** Only the organiser sees this row, where it would rank. */
    organiser: organiser && {
      ...organiser,
      place: found.rows.filter(({ rank, value: other }) => rank !== null && other > organiser.value)
        .length,
    },
    isFinal,
    /** Only the piece with the reader's own row is written for that reader. */
    pieces: piecesOf(entries.map(({ row }) => row)),
    end: new JsonPiece(
      `],"market":{"roi_percentage":${roi}},"as_of":"${asOf}","final":${isFinal}}`,
    ),
  }
}

export const showsHoldings = (
  { holdings }: Pick<League, 'holdings'>,
  state: ReturnType<typeof leagueStateAt>,
): boolean => holdings === 'always' || (holdings === 'after' && state === 'over')

/** Exact values, sampled often, would reveal what somebody holds. */
const hidden = (row: BoardRow): BoardRow => ({
  ...row,
  current_value: null,
  roi_percentage: roundTo(row.roi_percentage, 1),
  largest_percent: null,
})

/** A row as its own member sees it. */
const placeOnWire = (
  league: League,
  { userId, name, guestNumber, ...standing }: Standing,
): BoardRow => ({
  rank: standing.rank,
  user_id: userId,
  display_name: name ?? (guestNumber === null ? 'Account deleted' : `Guest ${guestNumber}`),
  ...worthOnWire(league, standing),
  you: false,
})

export const worthOnWire = (
  { startingCash }: League,
  { value, largest }: Pick<Standing, 'value' | 'largest'>,
) => ({
  current_value: toDollars(value),
  roi_percentage: returnSince(startingCash, value).percent,
  // Prices that were rounded after a split may make a part larger than the whole.
  largest_percent: value === 0 ? 0 : Math.min(100, percent(largest, value)),
})
