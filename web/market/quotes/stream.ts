// One stream of quotes from the server, started again for as long as somebody wants it.
import type { TickerQuote, UpdateKind } from './board.ts'
import { readQuotes } from './wire.ts'

/** The part of an EventSource that is used. */
export interface Source {
  readonly readyState: number
  readonly addEventListener: (type: string, listener: (event: Event) => void) => void
  readonly close: () => void
}

interface StreamNews {
  /** Without any quotes it says that the connection is back. */
  readonly onQuotes: (kind: UpdateKind, quotes: readonly TickerQuote[]) => void
  readonly onLost: () => void
}

export function openStream(openSource: () => Source, news: StreamNews): () => void {
  let source: Source
  /** Ends either the patience with a silent connection or the pause before the next one. */
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const wait = (work: () => void, ms: number): void => {
    clearTimeout(timer)
    timer = setTimeout(work, ms)
  }
  const bePatient = (): void => wait(giveUp, silenceMsMax)
  const startAgain = (): void => {
    wait(connect, restartMs(failures))
    failures += 1
  }
  // A connection whose other end is gone may never be reported as broken.
  const giveUp = (): void => {
    source.close()
    startAgain()
    news.onLost()
  }

  const connect = (): void => {
    // What lies between may hold a stream back, so an open one counts only once it has said something.
    let hasSpoken = false
    source = openSource()
    bePatient()
    for (const kind of ['snapshot', 'change'] as const) {
      source.addEventListener(kind, (event) => {
        bePatient()
        const quotes = readQuotes(dataOf(event))
        if (!quotes) return
        hasSpoken = true
        failures = 0
        news.onQuotes(kind, quotes)
      })
    }
    source.addEventListener('heartbeat', bePatient)
    source.addEventListener('open', () => {
      bePatient()
      if (hasSpoken) news.onQuotes('change', [])
    })
    source.addEventListener('error', () => {
      // A connection that broke is taken up again by the browser itself, one that was refused is not.
      if (source.readyState === closed) startAgain()
      else bePatient()
      news.onLost()
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
/** The server gives a sign of life every 15 seconds: three of them are missing. */
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
