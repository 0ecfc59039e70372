// A page that is watched while it opens and while it works: its tasks from a trace of the browser, its long frames from within,
// and what it keeps.
import { setTimeout as sleep } from 'node:timers/promises'

import type { CDPSession, Page } from '@playwright/test'

import { readHeap, type Heap } from './heap-snapshot.ts'
import { readTrace, traceCategories, type Task, type Update } from './trace.ts'

export interface WatchedPage {
  /** What the page itself has noticed since it was last asked, or since it was opened. */
  readonly news: () => Promise<News>
  /** All that happens in so many seconds. */
  readonly look: (seconds: number) => Promise<Look>
  /** What is left after garbage collection. */
  readonly keeps: () => Promise<Kept>
  readonly slowDown: (times: number) => Promise<void>
}

interface News {
  /** How many tasks took 50 ms or longer. */
  readonly longTasks: number
  /** The frames of 50 ms or longer. */
  readonly longFrames: readonly Frame[]
  readonly layoutShift: number
}

interface Frame {
  readonly ms: number
  /** What ran in it, by the place in the built file. */
  readonly scripts: string
}

export interface Look extends News {
  readonly tasks: readonly Task[]
  readonly updates: readonly Update[]
  /** Of one core, for the whole process of the page. */
  readonly processorShare: number
}

export interface Kept extends Heap {
  readonly heapKilobytes: number
  readonly nodes: number
  readonly listeners: number
}

export async function watchPage(page: Page): Promise<WatchedPage> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable')
  const within = await page.evaluateHandle(watchWithin)
  const news = () => within.evaluate((watcher) => watcher.read())
  return {
    news,
    async look(seconds) {
      await news()
      await browser.startTracing(page, { categories: traceCategories })
      const before = await metricsOf(session)
      await sleep(seconds * 1000)
      const after = await metricsOf(session)
      const trace = readTrace(await browser.stopTracing())
      const passed = (name: string): number => after(name) - before(name)
      return {
        ...trace,
        processorShare: passed('ProcessTime') / passed('Timestamp'),
        ...(await news()),
      }
    },
    async keeps() {
      // Twice, because what hangs on elements goes with the second.
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

/** What a page does from the request for it until it has all that it asks for at first, at a part of the speed. */
export async function watchOpening(
  page: Page,
  path: string,
  times: number,
): Promise<readonly Task[]> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('The page has no browser.')
  const session = await page.context().newCDPSession(page)
  // From here on it is in the process that the page will have.
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

/** As far as the library of types does not know it. */
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

/** Runs in the page, so it may use nothing from here. */
function watchWithin(): { read: () => News } {
  let seen: { longTasks: number; longFrames: Frame[]; layoutShift: number }
  const forget = (): void => void (seen = { longTasks: 0, longFrames: [], layoutShift: 0 })
  const note = ({ entryType, duration, scripts, value, hadRecentInput }: Entry): void => {
    if (entryType === 'longtask') seen.longTasks += 1
    else if (entryType === 'layout-shift') seen.layoutShift += hadRecentInput ? 0 : value
    else {
      const names = scripts.map((script) => {
        const file = script.sourceURL.split('/').at(-1)
        const place = `${file}:${script.sourceCharPosition} ${script.sourceFunctionName}`
        return `${script.duration.toFixed(0)} ms ${script.invoker} in ${place}`
      })
      seen.longFrames.push({ ms: duration, scripts: names.join(', ') || 'no script' })
    }
  }
  const take = (entries: PerformanceEntryList): void => (entries as Entry[]).forEach(note)
  forget()
  const observers = ['longtask', 'long-animation-frame', 'layout-shift'].map((type) => {
    const observer = new PerformanceObserver((list) => take(list.getEntries()))
    observer.observe({ type, buffered: true })
    return observer
  })
  const read = (): News => {
    for (const observer of observers) take(observer.takeRecords())
    const news = seen
    forget()
    return news
  }
  return { read }
}
