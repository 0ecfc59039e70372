// A page that is watched while it works: its tasks from a trace of the browser, its long frames from within, and what it keeps.
import { setTimeout as sleep } from 'node:timers/promises'

import type { CDPSession, Page } from '@playwright/test'

import { readHeap, type Heap } from './heap-snapshot.ts'

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

export interface Task {
  readonly ms: number
  /** Without the time in which others had the processor. */
  readonly processorMs: number
  /** Whether our script runs or our page is drawn in it; the rest is the browser's. */
  readonly isOurs: boolean
  /** What took longest in it, by the browser's names. */
  readonly parts: string
}

/** From one change of prices to the next, in milliseconds of the processor. */
interface Update {
  readonly scriptMs: number
  /** With the frames in which the change lights up. */
  readonly allMs: number
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
      const groups = tasksOf(mainThreadOf(await browser.stopTracing()))
      const passed = (name: string): number => after(name) - before(name)
      return {
        tasks: groups.map(taskOf),
        updates: updatesOf(groups),
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

const traceCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

/** Times are in microseconds. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: {
    readonly data?: { readonly frames?: readonly { readonly processId?: number }[] }
    readonly animation_frame_script_timing_info?: { readonly class_like_name?: string }
  }
}

/** In the order of time, the outer before the inner. */
function mainThreadOf(trace: Buffer): TraceEvent[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const started = traceEvents.find(({ name }) => name === 'TracingStartedInBrowser')
  const pid = started?.args?.data?.frames?.[0]?.processId
  // The main thread has the number of its process.
  return traceEvents
    .filter((event) => event.pid === pid && event.tid === pid)
    .filter((event) => event.ph === 'X' || isNewPrices(event))
    .toSorted((a, b) => a.ts - b.ts || lengthOf(b) - lengthOf(a))
}

const isNewPrices = ({ ph, args }: TraceEvent): boolean =>
  ph === 'b' && args?.animation_frame_script_timing_info?.class_like_name === 'EventSource'

interface Group {
  readonly task: TraceEvent
  readonly inside: TraceEvent[]
}

function tasksOf(events: readonly TraceEvent[]): Group[] {
  const groups: Group[] = []
  for (const event of events) {
    const last = groups.at(-1)
    if (last !== undefined && event.ts < last.task.ts + lengthOf(last.task)) last.inside.push(event)
    else if (event.name === 'RunTask') groups.push({ task: event, inside: [] })
  }
  return groups
}

function taskOf({ task, inside }: Group): Task {
  const names = [...new Set(inside.map(({ name }) => name))]
  const parts = names
    .map((name) => ({ name, ms: timeIn(inside, new Set([name]), lengthOf) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 4)
  return {
    ms: lengthOf(task) / 1000,
    processorMs: processorOf(task) / 1000,
    isOurs: names.some((name) => script.has(name) || drawing.has(name)),
    parts: parts.map(({ name, ms }) => `${name} ${ms.toFixed(0)}`).join(', '),
  }
}

const script = new Set(['FunctionCall', 'EvaluateScript', 'EventDispatch', 'TimerFire'])
const drawing = new Set(['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit'])

/** What comes before the first change and after the last is not whole. */
function updatesOf(groups: readonly Group[]): Update[] {
  const begins = groups.flatMap(({ inside }, index) => (inside.some(isNewPrices) ? [index] : []))
  return begins.slice(0, -1).map((begin, index) => {
    const own = groups.slice(begin, begins[index + 1])
    const inside = own.flatMap((group) => group.inside)
    const all = own.reduce((sum, { task }) => sum + processorOf(task), 0)
    return { scriptMs: timeIn(inside, script, processorOf), allMs: all / 1000 }
  })
}

/** Of events within each other only the outer one counts. */
function timeIn(
  events: readonly TraceEvent[],
  names: ReadonlySet<string>,
  timeOf: (event: TraceEvent) => number,
): number {
  let sum = 0
  let until = 0
  for (const event of events) {
    if (!names.has(event.name) || event.ts < until) continue
    sum += timeOf(event)
    until = event.ts + lengthOf(event)
  }
  return sum / 1000
}

const lengthOf = ({ dur = 0 }: TraceEvent): number => dur
const processorOf = ({ tdur = 0 }: TraceEvent): number => tdur
