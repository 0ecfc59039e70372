// The stream of a lesson, opened again whenever it is lost or silent, until it is closed.
import { readLessonStream, type LessonEvent } from './stream.ts'

interface StreamListener {
  readonly onEvent: (event: LessonEvent) => void
  readonly onLost: () => void
}

/** An event comes each second while the lesson runs, and a heartbeat otherwise. */
const silenceMsMax = 20_000
/** After the screen was off, a stream that is still there is heard by then. */
const wakeMs = 3_000
const retryMsMax = 30_000

export function keepStream(league: string, listener: StreamListener, random: () => number) {
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
    listener.onLost()
  }
  const connect = (): void => {
    connection = new AbortController()
    const { signal } = connection
    wait(lose, silenceMsMax)
    const hear = (event: LessonEvent | null): void => {
      if (signal.aborted) return
      wait(lose, silenceMsMax)
      // A proxy may hold back the stream, so that it counts only after its first event.
      if (event === null) return
      failures = 0
      listener.onEvent(event)
    }
    const loseUnlessReplaced = (): void => {
      if (!signal.aborted) lose()
    }
    readLessonStream(league, signal, hear).then(loseUnlessReplaced, loseUnlessReplaced)
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
