// The stream of a lesson, opened again whenever it is lost or silent, until it is closed. It is read by fetch, because an
// EventSource cannot send a token.
import { leagueQuotesStream } from '@tengrand/contract/lessons.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import { parse } from 'zod/mini'

import { currentTokenSource } from '../api/token-source.ts'
import { openStream } from '../api/transport.ts'
import { warnOnce } from '../browser/log.ts'

export type LessonEvent = Answer<typeof leagueQuotesStream>

interface StreamListener {
  readonly onEvent: (event: LessonEvent) => void
  readonly onLost: () => void
  readonly random: () => number
}

/** An event comes each second while the lesson runs, and a heartbeat otherwise. */
const silenceMsMax = 20_000
/** After the screen was off, a stream that is still there is heard by then. */
const wakeMs = 3_000
const retryMsMax = 30_000

export function keepStream(league: string, { onEvent, onLost, random }: StreamListener) {
  let connection: AbortController
  /** The timeout of a silent connection, or the pause before the next one. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const wait = (work: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const lose = (): void => {
    connection.abort()
    wait(connect, retryMs(failures, random))
    failures += 1
    onLost()
  }
  const connect = (): void => {
    connection = new AbortController()
    const { signal } = connection
    wait(lose, silenceMsMax)
    const hear = (type: string, data: string): void => {
      if (signal.aborted) return
      wait(lose, silenceMsMax)
      const event = type === 'heartbeat' ? null : eventIn(data)
      // A proxy may hold back the stream, so that it counts only after its first event.
      if (event === null) return
      failures = 0
      onEvent(event)
    }
    const loseUnlessReplaced = (): void => {
      if (!signal.aborted) lose()
    }
    read(league, signal, hear).then(loseUnlessReplaced, loseUnlessReplaced)
  }

  connect()
  return {
    /** Does not trust a connection of the time before the device woke up. */
    wake: (): void => {
      if (!connection.signal.aborted) return wait(lose, wakeMs)
      failures = 0
      connect()
    },
    close: (): void => {
      clearTimeout(timer)
      connection.abort()
    },
  }
}

/** Twice as long after each failure, and at random, because a restart of the server interrupts all streams at once. */
const retryMs = (failures: number, random: () => number): number =>
  Math.min(1000 * 2 ** failures, retryMsMax) * (0.5 + random() / 2)

/** Null for what this version does not know. */
function eventIn(data: string): LessonEvent | null {
  try {
    return parse(leagueQuotesStream.answer, JSON.parse(data))
  } catch (error) {
    warnOnce('An event of the lesson has an unknown format.', error)
    return null
  }
}

type OnEvent = (type: string, data: string) => void

/** Ends when the server refuses or closes the stream, and rejects when it is lost or aborted. */
async function read(league: string, signal: AbortSignal, onEvent: OnEvent): Promise<void> {
  const open = async (forceRefresh: boolean): Promise<Response | null> => {
    const token = await currentTokenSource()?.getToken({ forceRefresh })
    return token === undefined
      ? null
      : openStream(leagueQuotesStream, { league }, { token, signal })
  }
  let response = await open(false)
  // The API client finds out what a second one means.
  if (response?.status === 401) response = await open(true)
  if (!response?.ok || response.body === null) return
  const take = readEvents(onEvent)
  const reader = response.body.pipeThrough(new TextDecoderStream(), { signal }).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) take(piece.value)
}

/** Returns a function that takes the next piece of the text of server-sent events. */
export function readEvents(onEvent: OnEvent): (piece: string) => void {
  let rest = ''
  return (piece) => {
    const events = (rest + piece).replaceAll('\r\n', '\n').split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      const valuesOf = (field: string): string[] =>
        [...event.matchAll(new RegExp(`^${field}: ?(.*)$`, 'gm'))].map(([, value = '']) => value)
      const data = valuesOf('data')
      if (data.length > 0) onEvent(valuesOf('event').at(-1) || 'message', data.join('\n'))
    }
  }
}
