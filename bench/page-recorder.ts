// Records a page in the browser: its tasks from a trace, its long frames and layout shifts from observers in the page, and its
// memory.
import { setTimeout as sleep } from 'node:timers/promises'

import type { CDPSession, Page } from '@playwright/test'

import { readHeap, type Heap } from './heap-snapshot.ts'
import { readTrace, traceCategories, type Task, type Update } from './browser-trace.ts'

export interface PageRecorder {
  /** Long tasks, frames and shifts since the last call, or since the page was opened. */
  readonly observed: () => Promise<Observed>
  readonly record: (seconds: number) => Promise<Recording>
  /** The memory of the page after garbage collection. */
  readonly memory: () => Promise<Memory>
  readonly slowDown: (times: number) => Promise<void>
}

interface Observed {
  /** The number of tasks of 50 ms or longer. */
  readonly longTasks: number
  /** The frames of 50 ms or longer. */
  readonly longFrames: readonly Frame[]
  readonly layoutShift: number
}

interface Frame {
  readonly ms: number
  /** The scripts that ran in the frame, by their position in the built file. */
  readonly scripts: string
}

export interface Recording extends Observed {
  readonly tasks: readonly Task[]
  readonly updates: readonly Update[]
  /** The processor use of the page's process, as a share of one core. */
  readonly processorShare: number
}

export interface Memory extends Heap {
  readonly heapKilobytes: number
  readonly nodes: number
  readonly listeners: number
}

export async function openRecorder(page: Page): Promise<PageRecorder> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const observers = await page.evaluateHandle(observeInPage)
  const observed = () => observers.evaluate(({ read }) => read())
  return {
    observed,
    async record(seconds) {
      await observed()
      await browser.startTracing(page, { categories: traceCategories })
      const before = await metricsOf(session)
      await sleep(seconds * 1000)
      const after = await metricsOf(session)
      const trace = readTrace(await browser.stopTracing())
      const passed = (name: string): number => after(name) - before(name)
      return {
        ...trace,
        processorShare: passed('ProcessTime') / passed('Timestamp'),
        ...(await observed()),
      }
    },
    async memory() {
      // Two collections, because the first one does not free objects that only DOM elements refer to.
      await session.send('HeapProfiler.collectGarbage')
      await session.send('HeapProfiler.collectGarbage')
      const metric = await metricsOf(session)
      return {
        heapKilobytes: metric('JSHeapUsedSize') / 1024,
        nodes: metric('Nodes'),
        listeners: metric('JSEventListeners'),
        ...(await readHeap(session)),
      }
    },
    async slowDown(times) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: times })
    },
  }
}

/** The tasks of a page from its request until its first data is shown, at a fraction of the speed. */
export async function recordOpening(
  page: Page,
  path: string,
  times: number,
): Promise<readonly Task[]> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  const session = await page.context().newCDPSession(page)
  // Opens the origin first, so that the throttling applies to the renderer process that the page will use.
  await page.goto('/robots.txt')
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  await browser.startTracing(page, { categories: traceCategories })
  await page.goto(path)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  return readTrace(await browser.stopTracing()).tasks
}

async function metricsOf(session: CDPSession): Promise<(name: string) => number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const byName = new Map(metrics.map(({ name, value }) => [name, value]))
  return (name) => byName.get(name) ?? Number.NaN
}

/** Entry fields that TypeScript's DOM types lack. */
interface Entry extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly scripts: readonly {
    readonly duration: number
    readonly invoker: string
    readonly sourceURL: string
    readonly sourceFunctionName: string
    readonly sourceCharPosition: number
  }[]
}

/** Serialized and run in the page, so it must not refer to anything else in this file. */
function observeInPage(): { read: () => Observed } {
  let seen: { longTasks: number; longFrames: Frame[]; layoutShift: number }
  const reset = (): void => void (seen = { longTasks: 0, longFrames: [], layoutShift: 0 })
  const note = ({ entryType, duration, scripts, value, hadRecentInput }: Entry): void => {
    if (entryType === 'longtask') seen.longTasks += 1
    else if (entryType === 'layout-shift') seen.layoutShift += hadRecentInput ? 0 : value
    else {
      const names = scripts.map((script) => {
        const file = script.sourceURL.split('/').at(-1)
        const position = `${file}:${script.sourceCharPosition} ${script.sourceFunctionName}`
        return `${script.duration.toFixed(0)} ms ${script.invoker} in ${position}`
      })
      seen.longFrames.push({ ms: duration, scripts: names.join(', ') || 'no script' })
    }
  }
  const take = (entries: PerformanceEntryList): void => (entries as Entry[]).forEach(note)
  reset()
  const observers = ['longtask', 'long-animation-frame', 'layout-shift'].map((type) => {
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type, buffered: true })
    return observer
  })
  const read = (): Observed => {
    for (const observer of observers) take(observer.takeRecords())
    const observed = seen
    reset()
    return observed
  }
  return { read }
}
