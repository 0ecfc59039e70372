// Runs steps one after the other, goes on after a failure, and ends with a summary of all of them.
import { say, secondsSince } from './step.mjs'

/** @typedef {{ name: string, run: () => Promise<number>, count?: (code: number) => string }} Step */

/**
 * @param {readonly (Step | readonly Step[])[]} steps those of a list run at the same time
 * @returns {Promise<number>} 0 when every step was well
 */
export async function runSteps(steps) {
  const results = []
  for (const group of steps.map((step) => [step].flat())) {
    say(`\n── ${group.map(({ name }) => name).join(', and beside them ')}`)
    results.push(...(await Promise.all(group.map(runStep))))
  }
  const counts = results.flatMap(({ count }) => count ?? [])
  say(`\n── summary\n${[...results.map(({ line }) => line), ...counts].join('\n')}`)
  return results.every(({ code }) => code === 0) ? 0 : 1
}

/** @param {Step} step */
async function runStep({ name, run, count }) {
  const from = performance.now()
  const code = await run()
  const line = `${code === 0 ? 'ok    ' : 'FAILED'}  ${secondsSince(from).padStart(6)} s  ${name}`
  return { code, line, count: count?.(code) }
}
