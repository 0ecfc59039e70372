// How long calls take.

const calls = 15

export const askerOf =
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

export async function timesOf(work: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let call = 0; call < calls; call += 1) times.push(await work())
  return times
}

export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const from = performance.now()
  await work()
  return performance.now() - from
}

export const median = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) / 2)] ?? Number.NaN
