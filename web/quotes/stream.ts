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
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0

  const connect = (): void => {
    // What lies between may hold a stream back, so an open one counts only once it has said something.
    let hasSpoken = false
    source = openSource()
    for (const kind of ['snapshot', 'change'] as const) {
      source.addEventListener(kind, (event) => {
        const quotes = readQuotes(dataOf(event))
        if (!quotes) return
        hasSpoken = true
        failures = 0
        news.onQuotes(kind, quotes)
      })
    }
    source.addEventListener('open', () => {
      if (hasSpoken) news.onQuotes('change', [])
    })
    source.addEventListener('error', () => {
      news.onLost()
      // A connection that broke is taken up again by the browser itself, one that was refused is not.
      if (source.readyState !== closed) return
      timer = setTimeout(connect, restartMs(failures))
      failures += 1
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
const restartMsMax = 60_000

const restartMs = (failures: number): number => Math.min(1000 * 2 ** failures, restartMsMax)

function dataOf(event: Event): unknown {
  try {
    return 'data' in event ? JSON.parse(String(event.data)) : undefined
  } catch {
    return undefined
  }
}
