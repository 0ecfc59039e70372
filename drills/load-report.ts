// The tables of the load drill: calls as learners saw them and as the nodes say, and what each node took.
import { median, quantile } from '../bench/times.ts'
import { print } from '../server/command.ts'
import type { Load } from './load-learners.ts'
import { servedQuantiles, seriesOf, type Scrape, type Series } from './load-metrics.ts'
import { atMost, type Check } from './report.ts'

/** The node's memory grows by this share at most, from the second minute to the last one ... */
const growthMax = 0.15
/** ... or by so many megabytes, which V8 lets lie as garbage: a full collection gave back 56 and 136. */
const garbageMax = 64
/** A shorter run tells nothing of memory: caches are still filling. */
const minutesMin = 5
const minute = 60
const megabyte = 2 ** 20

export function printCalls({ times }: Load, scrapes: readonly Scrape[], seconds: number): void {
  print('\n| call | answers | a second | p50 ms | p99 ms | p50 ms in /metrics | p99 ms |')
  print('|---|---|---|---|---|---|---|')
  for (const [call, all] of [...times].toSorted(([, a], [, b]) => b.length - a.length)) {
    const quantiles = [quantile(all, 0.5), quantile(all, 0.99)]
    quantiles.push(...servedQuantiles(scrapes, call, [0.5, 0.99]))
    const cells = [call, all.length, (all.length / seconds).toFixed(1)]
    print(`| ${[...cells, ...quantiles.map((ms) => ms.toFixed(1))].join(' | ')} |`)
  }
}

export function printNodes(scrapes: readonly Scrape[]): void {
  print(`\n| ${nodeColumns.join(' | ')} |\n|${nodeColumns.map(() => '---').join('|')}|`)
  for (const node of scrapes[0]?.nodes.keys() ?? []) {
    const memory = memoryOf(scrapes, node)
    const processor = seriesOf(scrapes, node, 'process_cpu_seconds_total')
    const seconds = (processor.at.at(-1) ?? 0) - (processor.at[0] ?? 0)
    const share = ((processor.values.at(-1) ?? 0) - (processor.values[0] ?? 0)) / seconds
    const delays = (of: string) =>
      afterFirst(seriesOf(scrapes, node, loopDelay, { quantile: of })).map((delay) => 1_000 * delay)
    const megabytes = [memory.values[0] ?? Number.NaN, second(memory), last(memory)]
    const cells = [
      'ab'[node],
      ...megabytes.map((value) => value.toFixed(0)),
      slope(memory).toFixed(2),
      Math.max(...memory.values).toFixed(0),
      `${(share * 100).toFixed(0)} % of a core`,
      median(delays('0.99')).toFixed(1),
      Math.max(...delays('1')).toFixed(1),
    ]
    print(`| ${cells.join(' | ')} |`)
  }
}

const nodeColumns = [
  'node',
  'MB at first',
  'in minute 2',
  'in the last',
  'MB a minute',
  'highest',
  'processor',
  'event loop late by ms, p99 of 15 s, median',
  'at worst',
]

const loopDelay = 'tengrand_event_loop_delay_seconds'

/** The first look at the event loop is at the time of the start and of the sign-ups. */
const afterFirst = ({ values }: Series): readonly number[] => values.slice(1)

function memoryOf(scrapes: readonly Scrape[], node: number): Series {
  const { at, values } = seriesOf(scrapes, node, 'process_resident_memory_bytes')
  return { at, values: values.map((bytes) => bytes / megabyte) }
}

const second = (series: Series): number => meanBetween(series, minute, 2 * minute)

const last = (series: Series): number => {
  const end = series.at.at(-1) ?? 0
  return meanBetween(series, end - minute, end)
}

function meanBetween({ at, values }: Series, from: number, until: number): number {
  const inside = values.filter((_value, index) => isWithin(at[index], from, until))
  return inside.reduce((sum, value) => sum + value, 0) / inside.length
}

const isWithin = (at = Number.NaN, from: number, until: number): boolean =>
  at >= from && at <= until

/** By least squares, from the second minute on. */
function slope({ at, values }: Series): number {
  const points = at
    .map((seconds, index) => ({ x: seconds / minute, y: values[index] ?? Number.NaN }))
    .filter(({ x }) => x >= 1)
  const mean = (of: (point: { x: number; y: number }) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  return mean((point) => (point.x - x) * (point.y - y)) / mean((point) => (point.x - x) ** 2)
}

export function memoryChecks(scrapes: readonly Scrape[], minutes: number): Check[] {
  return [...(scrapes[0]?.nodes.keys() ?? [])].map((node) => {
    const memory = memoryOf(scrapes, node)
    const most = Math.max(second(memory) * growthMax, garbageMax)
    const what = `growth of the memory of node ${'ab'[node]} since minute 2, MB`
    const growth = last(memory) - second(memory)
    if (minutes >= minutesMin) return atMost(what, growth, Math.round(most))
    return { what: `${what} (from ${minutesMin} minutes on)`, value: 'too short', holds: true }
  })
}
