// Runs steps one by one, continues after a failure, and prints a summary.
import { say, secondsSince } from './step.mjs'

/** @typedef {{ name: string, run: () => Promise<number>, count?: () => string }} Step */

/**
 * @param {readonly Step[]} steps
 * @returns {Promise<number>} 0 when every step succeeded
 */
export async function runSteps(steps) {
  const lines = []
  const counts = []
  let worst = 0
  for (const { name, run, count } of steps) {
    say(`\n── ${name}`)
    const from = performance.now()
    const code = await run()
    worst = Math.max(worst, code)
    lines.push(`${code === 0 ? 'ok    ' : 'FAILED'}  ${secondsSince(from).padStart(6)} s  ${name}`)
    if (count !== undefined) counts.push(count())
  }
  say(`\n── summary\n${[...lines, ...counts].join('\n')}`)
  return worst === 0 ? 0 : 1
}
