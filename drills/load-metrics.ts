// Reads /metrics of the nodes during a drill: what the calls took, memory, processor time and the delay of the event loop.
import { setTimeout as sleep } from 'node:timers/promises'

import type { Db } from '../server/db/handle.ts'
import { samplesOf, sumOf, valueOf, type Sample } from '../server/metrics/testing/scrape.ts'

export interface Scrape {
  /** Seconds since the first scrape. */
  readonly at: number
  /** Of each node. */
  readonly nodes: readonly (readonly Sample[])[]
}

export interface MetricsWatch {
  readonly scrapes: readonly Scrape[]
  /** Scrapes a last time. */
  readonly end: () => Promise<void>
}

const everyMs = 15_000

/** The first scrape is done when this returns. */
export async function watchMetrics(
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<MetricsWatch> {
  const scrapes: Scrape[] = []
  const over = new AbortController()
  const until = AbortSignal.any([over.signal, signal])
  const from = performance.now()
  const look = async () => {
    const at = (performance.now() - from) / 1_000
    scrapes.push({ at, nodes: await Promise.all(addresses.map(scrape)) })
  }
  await look()
  const watching = (async () => {
    for (;;) {
      await sleep(everyMs, undefined, { signal: until }).catch(() => undefined)
      if (until.aborted) return
      await look()
    }
  })()
  // Told by `end`, which is not called where the drill is interrupted.
  watching.catch(() => undefined)
  return {
    scrapes,
    end: async () => {
      over.abort()
      await watching
      await look()
    },
  }
}

async function scrape(address: string): Promise<Sample[]> {
  const answer = await fetch(address)
  if (!answer.ok) throw new Error(`The metrics were answered with ${answer.status}.`)
  return samplesOf(await answer.text())
}

/** The quantiles of a call on all nodes between the first and the last scrape, in milliseconds. */
export function servedQuantiles(
  scrapes: readonly Scrape[],
  call: string,
  shares: readonly number[],
): number[] {
  const first = bucketsOf(scrapes[0], call)
  const buckets = [...bucketsOf(scrapes.at(-1), call)].map(
    ([below, count]) => [below, count - (first.get(below) ?? 0)] as const,
  )
  return shares.map((share) => quantileIn(buckets, share) * 1_000)
}

function bucketsOf(scraped: Scrape | undefined, call: string): Map<number, number> {
  const buckets = new Map<number, number>()
  for (const { name, labels, value } of scraped?.nodes.flat() ?? []) {
    if (name !== 'tengrand_request_duration_seconds_bucket' || labels['call'] !== call) continue
    const below = Number(labels['le']?.replace('+Inf', 'Infinity'))
    buckets.set(below, (buckets.get(below) ?? 0) + value)
  }
  return buckets
}

/** As Prometheus computes it: evenly spread within a bucket. The counts are of all values up to each bound. */
function quantileIn(buckets: readonly (readonly [number, number])[], share: number): number {
  const wanted = share * (buckets.at(-1)?.[1] ?? 0)
  let lower = 0
  let before = 0
  for (const [below, count] of buckets) {
    if (count >= wanted && count > before) {
      return below === Infinity
        ? lower
        : lower + ((wanted - before) / (count - before)) * (below - lower)
    }
    lower = below
    before = count
  }
  return Number.NaN
}

/** Answers of all nodes with a status of 429 or from 500 on, since the first scrape; a client sees each of them. */
export function badAnswers(scrapes: readonly Scrape[]): number {
  const count = (scraped: Scrape | undefined): number =>
    (scraped?.nodes.flat() ?? [])
      .filter(({ name, labels }) => name === 'tengrand_requests_total' && isBad(labels['status']))
      .reduce((sum, { value }) => sum + value, 0)
  return count(scrapes.at(-1)) - count(scrapes[0])
}

const isBad = (status = ''): boolean => status === '429' || status >= '500'

/** One value of a node over time. */
export interface Series {
  readonly at: readonly number[]
  readonly values: readonly number[]
}

export function seriesOf(
  scrapes: readonly Scrape[],
  node: number,
  name: string,
  labels?: Readonly<Record<string, string>>,
): Series {
  const values = scrapes.map(({ nodes }) => {
    const samples = nodes[node] ?? []
    return (
      (labels === undefined ? sumOf(samples, name) : valueOf(samples, name, labels)) ?? Number.NaN
    )
  })
  return { at: scrapes.map(({ at }) => at), values }
}

/** Seconds of processor time that PostgreSQL has taken, its processes that have ended included. Only a superuser may ask. */
export async function databaseSeconds(db: Db): Promise<number> {
  const [row] = await db.query<{ seconds: number }>(
    `with process (pid, is_first) as (
       select pid::text, false from pg_stat_activity
       union all select split_part(pg_read_file('postmaster.pid'), E'\\n', 1), true
     ), used (time, is_first) as (
       select regexp_split_to_array(pg_read_file('/proc/' || pid || '/stat'), ' '), is_first from process
     )
     select sum(time[14]::float8 + time[15]::float8
       + case when is_first then time[16]::float8 + time[17]::float8 else 0 end) / 100 as seconds
     from used`,
  )
  return row?.seconds ?? Number.NaN
}
