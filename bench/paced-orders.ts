// Orders at a steady rate, whatever the answers take, with the keys of those that were acknowledged.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

export interface OrdersReport {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly refused: number
}

const ticker = 'LYFT'
type Way = 'buy' | 'sell'

/** Everybody buys a share and sells it again, one order at a time. */
export class PacedOrders {
  readonly #address: string
  readonly #over = new AbortController()
  readonly #trading: Promise<unknown>
  readonly #keys: string[] = []
  #times: number[] = []
  #refused = 0
  #since = performance.now()

  constructor(address: string, tokens: readonly string[], perSecond: number) {
    this.#address = address
    const pauseMs = (1000 * tokens.length) / perSecond
    this.#trading = Promise.all(
      tokens.map(async (token, index) => {
        await sleep((pauseMs * index) / tokens.length)
        await this.#trade(token, pauseMs)
      }),
    )
  }

  /** Of those that were answered with a trade so far. */
  acknowledged(): readonly string[] {
    return [...this.#keys]
  }

  /** Since the last one. */
  report(): OrdersReport {
    const sorted = Float64Array.from(this.#times).toSorted()
    const part = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
    const seconds = (performance.now() - this.#since) / 1000
    const refused = this.#refused
    this.#times = []
    this.#refused = 0
    this.#since = performance.now()
    return { perSecond: sorted.length / seconds, p50Ms: part(0.5), p99Ms: part(0.99), refused }
  }

  async stop(): Promise<void> {
    this.#over.abort()
    await this.#trading
  }

  async #trade(token: string, pauseMs: number): Promise<void> {
    let next = performance.now()
    for (let turn = 0; !this.#over.signal.aborted; turn += 1) {
      await this.#order(token, turn % 2 === 0 ? 'buy' : 'sell')
      next += pauseMs
      await sleep(Math.max(0, next - performance.now()))
    }
  }

  async #order(token: string, way: Way): Promise<void> {
    const quote = await fetch(`${this.#address}/api/current-price/${ticker}`)
    const { price } = (await quote.json()) as { price: number }
    const key = randomUUID()
    const sentAt = performance.now()
    const answer = await fetch(`${this.#address}/api/${way}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ ticker, quantity: 1, price }),
    })
    await answer.text()
    this.#refused += answer.ok ? 0 : 1
    if (!answer.ok) return
    this.#times.push(performance.now() - sentAt)
    this.#keys.push(key)
  }
}
