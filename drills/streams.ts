// Open streams of prices, which connect again when they end, as pages do.
import { setTimeout as sleep } from 'node:timers/promises'

export interface Streams {
  /** How many have received prices in the last seconds. */
  readonly alive: () => number
  /** How often one had to connect again. */
  readonly reconnections: () => number
}

interface StreamOptions {
  readonly addresses: readonly string[]
  readonly count: number
  readonly signal: AbortSignal
}

/** A price comes every second. */
const aliveMs = 5_000
/** The server sends something at least every 15 seconds. */
const silenceMs = 20_000
const connectAgainMs = 1_000

export function openStreams({ addresses, count, signal }: StreamOptions): Streams {
  const receivedAt = Array.from({ length: count }, () => -Infinity)
  let reconnections = 0

  async function watch(index: number): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const address = addresses[(index + attempt) % addresses.length] ?? ''
      await receive(address, signal, () => (receivedAt[index] = performance.now())).catch(
        () => undefined,
      )
      if (signal.aborted) return
      reconnections += 1
      await sleep(connectAgainMs)
    }
  }

  for (let index = 0; index < count; index += 1) void watch(index)
  return {
    alive: () => receivedAt.filter((at) => at > performance.now() - aliveMs).length,
    reconnections: () => reconnections,
  }
}

/** Returns when the stream has ended, and throws when it was silent for too long. */
async function receive(address: string, signal: AbortSignal, onPrices: () => void): Promise<void> {
  const silent = new AbortController()
  let timer = setTimeout(() => silent.abort(), silenceMs)
  try {
    const answer = await fetch(`${address}/api/quotes/stream`, {
      signal: AbortSignal.any([signal, silent.signal]),
    })
    if (!answer.ok || answer.body === null) return
    for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer)
      timer = setTimeout(() => silent.abort(), silenceMs)
      if (chunk.includes('data:')) onPrices()
    }
  } finally {
    clearTimeout(timer)
  }
}
