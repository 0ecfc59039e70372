// Says whether the memory of the dashboard grows from one minute to the next.
import { grownIn } from './heap-snapshot.ts'
import type { Memory } from './page-recorder.ts'
import type { Say } from './product.ts'
import { sum } from './times.ts'

/** The maximum number of printed lines about grown objects. */
const linesMax = 5
/** Leaking a single number per price change would already add a dozen kilobytes a minute. */
const noiseKilobytes = 4

/**
 * Compares from the second minute on, when the browser's caches are filled. Only the data size shows a leak, because
 * the browser goes on compiling code for many minutes.
 */
export function sayMemory(minutes: readonly Memory[], say: Say): void {
  const settled = minutes.slice(2)
  const [first, last] = [settled[0], settled.at(-1)]
  if (!first || !last || settled.length < 3) return say('memory: too few minutes to compare')
  const growth = (what: Amount): string => signed(last[what] - first[what], 0)
  const share = (100 * (last.heapKilobytes - first.heapKilobytes)) / first.heapKilobytes
  const { slope, error } = lineThrough(settled.map(({ dataKilobytes }) => dataKilobytes))
  const grows = slope > Math.max(2 * error, noiseKilobytes)
  if (grows) for (const line of grownIn(first, last).slice(0, linesMax)) say(`grown, ${line}`)
  say(
    `heap from minute 2 to the end: ${growth('heapKilobytes')} kB (${signed(share, 1)} %), ` +
      `compiled code ${growth('codeKilobytes')} kB, data ${growth('dataKilobytes')} kB; ` +
      `nodes ${growth('nodes')}, listeners ${growth('listeners')}`,
  )
  const slopes = `${signed(slope, 1)} ± ${error.toFixed(1)} kB a minute`
  say(`data: ${slopes}, limit ${noiseKilobytes} kB: ${grows ? 'it grows' : 'flat'}`)
}

type Amount = Exclude<keyof Memory, 'objects'>

/** A least-squares fit, with the standard error of the slope. */
function lineThrough(values: readonly number[]): { slope: number; error: number } {
  const middle = (values.length - 1) / 2
  const mean = sum(values) / values.length
  const spread = sum(values.map((_, x) => (x - middle) ** 2))
  const slope = sum(values.map((y, x) => (x - middle) * (y - mean))) / spread
  const rest = sum(values.map((y, x) => (y - mean - slope * (x - middle)) ** 2))
  return { slope, error: Math.sqrt(rest / (values.length - 2) / spread) }
}

const signed = (value: number, digits: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
