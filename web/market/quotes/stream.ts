// One stream of quotes from the server, which reconnects until it is closed.
import type { TickerQuote, UpdateKind } from './board.ts'
import { readQuotes } from './wire.ts'

/** The part of an EventSource that is used. */
export interface Source {
  readonly readyState: number
  readonly addEventListener: (type: string, listener: (event: Event) => void) => void
  readonly close: () => void
}

interface StreamListener {
  /** Called without quotes when the connection is back. */
  readonly onQuotes: (kind: UpdateKind, quotes: readonly TickerQuote[]) => void
  readonly onLost: () => void
}

export function openStream(openSource: () => Source, listener: StreamListener): () => void {
  let source: Source
  /** The timeout of a silent connection, or the pause before the next one. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const wait = (work: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const waitForSign = (): void => wait(giveUp, silenceMsMax)
  const startAgain = (): void => {
    wait(connect, restartMs(failures))
    failures += 1
  }
  // The browser may never report a connection whose other end is gone.
  const giveUp = (): void => {
    source.close()
    startAgain()
    listener.onLost()
  }

  const connect = (): void => {
    // A proxy may buffer the stream, so an open connection counts only after its first event.
    let hasReceived = false
    source = openSource()
    waitForSign()
    for (const kind of ['snapshot', 'change'] as const) {
      source.addEventListener(kind, (event) => {
        waitForSign()
        const quotes = readQuotes(dataOf(event))
        if (!quotes) return
        hasReceived = true
        failures = 0
        listener.onQuotes(kind, quotes)
      })
    }
    source.addEventListener('heartbeat', waitForSign)
    source.addEventListener('open', () => {
      waitForSign()
      if (hasReceived) listener.onQuotes('change', [])
    })
    source.addEventListener('error', () => {
      // The browser reconnects a broken connection itself, but not a refused one.
      if (source.readyState === closed) startAgain()
      else waitForSign()
      listener.onLost()
    })
  }

  connect()
  return () => {
    clearTimeout(timer)
    source.close()
  }
}

/** EventSource.CLOSED, by value because not every browser has an EventSource. */
const closed = 2
/** Three missed heartbeats: the server sends one every 15 seconds. */
const silenceMsMax = 45_000
const restartMsMax = 60_000

const restartMs = (failures: number): number => Math.min(1000 * 2 ** failures, restartMsMax)

function dataOf(event: Event): unknown {
  try {
    return 'data' in event ? JSON.parse(String(event.data)) : undefined
  } catch {
    return undefined
  }
}
