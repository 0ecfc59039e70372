// Measures how long calls take, and summarizes lists of times.
import { fork } from 'node:child_process'
import { once } from 'node:events'

/** The time of one authenticated GET, body included. */
export const callerOf =
  (address: string, token: string) =>
  async (path: string): Promise<number> => {
    const from = performance.now()
    const response = await fetch(`${address}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' },
    })
    await response.arrayBuffer()
    const ms = performance.now() - from
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return ms
  }

export async function repeat(times: number, work: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  for (let time = 0; time < times; time += 1) all.push(await work())
  return all
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** The value below which the given share of the values lies; a share of 1 gives the largest value. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))] ?? Number.NaN

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export const sum = (values: readonly number[]): number =>
  values.reduce((all, value) => all + value, 0)

/** A process that makes one call every few milliseconds; `read` returns the times since the last read. */
export function startProber(closing: AsyncDisposableStack, address: string, token = '') {
  const child = fork(new URL(import.meta.resolve('./call-prober.ts')), [address, token])
  closing.defer(() => child.disconnect())
  return {
    read: async (): Promise<number[]> => {
      child.send('read')
      const [times] = (await once(child, 'message')) as [number[]]
      return times
    },
  }
}
