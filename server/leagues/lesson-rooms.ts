// The readers of the streams of lessons: every tick with all prices, and the board every second tick. Each event is
// serialized once for all readers of its lesson.
import type { Writable } from 'node:stream'

import { nextTickAt, tickMs } from '@tengrand/core/lesson.ts'
import { tickers } from '@tengrand/core/tickers.ts'

import type { Clock } from '../clock.ts'
import type { ContestEndDeps } from '../ledger/contest-end.ts'
import { isLiveLesson, type LiveLesson } from '../lessons/live.ts'
import { isoOf } from '../lessons/on-wire.ts'
import type { MarketTime } from '../market/markets.ts'
import { quoteOnWire } from '../market/stream-hub.ts'
import type { Boards } from './board.ts'
import { leagueColumns, type League } from './store.ts'

export interface RoomDeps extends ContestEndDeps {
  readonly clock: Clock
  readonly boards: Boards
  /** Called with the time from the beginning of a tick until it is sent. */
  readonly onTick: (delayMs: number) => void
}

interface Room {
  readonly lesson: LiveLesson
  /** With their accounts. */
  readonly readers: Map<Writable, number>
  shown: string
  boardAt: number
}

const lookEveryMs = 50
/** A member who was removed is out within two seconds, also on another node. */
const boardEveryMs = 1_900
/** A reader that is so far behind is dropped; it connects again. */
const backlogBytesMax = 64 * 1024

export type Rooms = ReturnType<typeof openRooms>

export function openRooms(deps: RoomDeps) {
  const rooms = new Map<number, Room>()
  const timer = setInterval(() => {
    for (const room of rooms.values()) {
      try {
        look(deps, room)
      } catch {
        // The clock is behind what was shown: nothing is sent until it has caught up.
      }
    }
  }, lookEveryMs).unref()

  return {
    count: (accountId: number): number =>
      [...rooms.values()].flatMap(({ readers }) =>
        [...readers.values()].filter((id) => id === accountId),
      ).length,
    enter: (lesson: LiveLesson, accountId: number, out: Writable): void => {
      const { contestId } = lesson
      const room = rooms.get(contestId) ?? emptyRoom(lesson)
      rooms.set(contestId, room)
      room.readers.set(out, accountId)
      // A new reader needs the board at once.
      room.boardAt = Math.min(room.boardAt, performance.now() + lookEveryMs)
      const leave = (): void => {
        room.readers.delete(out)
        if (room.readers.size === 0 && rooms.get(contestId) === room) rooms.delete(contestId)
      }
      out.once('close', leave).on('error', leave)
      if (out.destroyed) leave()
    },
    /** Sends the board at once, to those who are members still. */
    refresh: (contestId: number): void => {
      const room = rooms.get(contestId)
      if (room !== undefined) room.boardAt = 0
    },
    close: (): void => {
      clearInterval(timer)
      for (const room of rooms.values()) endAll(room)
    },
  }
}

const emptyRoom = (lesson: LiveLesson): Room => {
  return { lesson, readers: new Map(), shown: '', boardAt: 0 }
}

function look(deps: RoomDeps, room: Room): void {
  const { lesson } = room
  const { state, tick } = lesson.moment()
  const shown = `${state} ${tick}`
  if (shown !== room.shown) {
    // A pause and the end show their board at once.
    if (!room.shown.startsWith(state)) room.boardAt = 0
    room.shown = shown
    send(room, tickEvent(lesson))
    const at = deps.clock.now()
    if (state === 'running') deps.onTick(at + tickMs - nextTickAt(lesson.clockNow(), at))
  }
  if (performance.now() < room.boardAt) return
  room.boardAt = performance.now() + boardEveryMs
  // A board that cannot be read comes two seconds later.
  sendBoard(deps, room).catch(() => undefined)
}

/** The members who may read: neither removed nor locked. */
const readersOf = `array(
  select account_id from membership m join account on account.id = m.account_id
  where m.contest_id = c.id and left_at is null and removed_at is null and locked_at is null
) as "readerIds"`

async function sendBoard({ db, boards }: RoomDeps, room: Room): Promise<void> {
  const [league] = await db.query<League & { readonly readerIds: readonly (number | string)[] }>(
    `select ${leagueColumns}, ${readersOf} from contest c where id = $1`,
    [room.lesson.contestId],
  )
  const readerIds = new Set(league?.readerIds.map(Number))
  for (const [out, accountId] of room.readers) if (!readerIds.has(accountId)) out.end()
  // Deleted.
  if (league === undefined) return
  const board = await boards.share(league)
  if ('refusal' in board) return
  const text = Buffer.concat([...board.pieces, board.end].map((piece) => piece.text)).toString()
  send(room, eventOf('board', `${text.slice(0, -1)},"members":${league.members}}`))
  if (board.isFinal) endAll(room)
}

function send(room: Room, event: Buffer): void {
  for (const out of room.readers.keys()) {
    if (out.writableEnded) continue
    out.write(event)
    if (out.writableLength > backlogBytesMax) out.destroy()
  }
}

function endAll({ readers }: Room): void {
  for (const out of readers.keys()) out.end()
}

const eventOf = (name: string, json: string): Buffer =>
  Buffer.from(`event: ${name}\ndata: ${json}\n\n`)

export const tickEvent = (lesson: LiveLesson): Buffer =>
  eventOf('tick', JSON.stringify(quotesOnWire(lesson)))

export function quotesOnWire(of: MarketTime) {
  const { market, listing, now } = of
  for (;;) {
    const at = now()
    const moment = isLiveLesson(of) ? of.moment() : null
    const quotes = tickers.flatMap((ticker) => {
      const quote = market.quote(ticker)
      return quote === null ? [] : [quoteOnWire(market, quote, listing.symbolOf(ticker))]
    })
    // A tick that began meanwhile would be in some of the prices only.
    if (moment === null || now() === at)
      return { quotes, lesson: moment && { ...moment, now: isoOf(at) } }
  }
}
