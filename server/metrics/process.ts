// What the process itself takes: the delay of its event loop, memory, and time of the processor.
import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { Defined } from './definitions.ts'

/** Every timer wakes the process; delays that people feel are longer than this. */
const precisionMs = 20

/** Returns what tells it all, of the time since it was last told. */
export function watchProcess({ loopDelay, memory, processor }: Defined): () => void {
  const delay = monitorEventLoopDelay({ resolution: precisionMs })
  delay.enable()
  let spent = 0
  return () => {
    for (const percent of [50, 99, 100]) {
      const seconds = delay.percentile(percent) / 1e9
      // The wait that it asked for is no delay.
      loopDelay.set({ quantile: percent / 100 }, Math.max(0, seconds - precisionMs / 1000))
    }
    delay.reset()
    memory.set(process.memoryUsage.rss())
    const { user, system } = process.cpuUsage()
    processor.inc((user + system - spent) / 1e6)
    spent = user + system
  }
}
