// What the dashboard keeps from one minute to the next, and whether that grows.
import { grownIn } from './heap-snapshot.ts'
import type { Kept } from './watched-page.ts'

/**
 * Until the second minute the browser fills what it keeps for speed. It goes on to compile whatever runs once a second
 * for many minutes, so that only the data tells whether the page keeps what it should not.
 */
export function sayMemory(kept: readonly Kept[], say: (line: string) => void): void {
  const settled = kept.slice(2)
  const [first, last] = [settled[0], settled.at(-1)]
  if (!first || !last || settled.length < 3) return say('memory: too few minutes to tell')
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

type Amount = Exclude<keyof Kept, 'things'>

/** One number left behind by each change of a price would be a dozen kilobytes a minute. */
const noiseKilobytes = 4

/** By least squares, with the standard error of the slope. */
function lineThrough(values: readonly number[]): { slope: number; error: number } {
  const middle = (values.length - 1) / 2
  const mean = sum(values) / values.length
  const spread = sum(values.map((_, x) => (x - middle) ** 2))
  const slope = sum(values.map((y, x) => (x - middle) * (y - mean))) / spread
  const rest = sum(values.map((y, x) => (y - mean - slope * (x - middle)) ** 2))
  return { slope, error: Math.sqrt(rest / (values.length - 2) / spread) }
}

/** Of what has grown most. */
const linesMax = 5

const sum = (numbers: readonly number[]): number => numbers.reduce((all, next) => all + next, 0)

const signed = (value: number, digits: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(digits)}`
