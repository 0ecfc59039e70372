// Reads a trace of the browser: the tasks of one page, and the processor time of each change of prices.

export const traceCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline']

export interface Task {
  readonly ms: number
  /** Processor time of the task, without the time it waited for a core. */
  readonly processorMs: number
  /** Whether the task runs our script or draws our page; other tasks are the browser's own. */
  readonly isOurs: boolean
  /** The names of the task's longest trace events. */
  readonly parts: string
}

/** Processor milliseconds of one second, in which all prices change once. */
export interface Update {
  readonly scriptMs: number
  /** Includes the frames that animate the highlight of a changed price. */
  readonly allMs: number
}

export function readTrace(trace: Buffer): { tasks: readonly Task[]; updates: readonly Update[] } {
  const groups = tasksOf(mainThreadOf(trace))
  return { tasks: groups.map(taskOf), updates: updatesOf(groups) }
}

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
  }
}

/** The events of the main thread in order of time; an outer event comes before its nested events. */
function mainThreadOf(trace: Buffer): TraceEvent[] {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] }
  const started = traceEvents.find(({ name }) => name === 'TracingStartedInBrowser')
  const pid = started?.args?.data?.frames?.[0]?.processId
  // On Linux the id of the main thread is the id of its process.
  return traceEvents
    .filter((event) => event.pid === pid && event.tid === pid)
    .filter((event) => event.ph === 'X')
    .toSorted((a, b) => a.ts - b.ts || lengthOf(b) - lengthOf(a))
}

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

/** Sums per second, because the trace names the script only of slow changes. The incomplete last second is dropped. */
function updatesOf(groups: readonly Group[]): Update[] {
  const from = groups[0]?.task.ts ?? 0
  const seconds = Map.groupBy(groups, ({ task }) => Math.floor((task.ts - from) / 1_000_000))
  return [...seconds.values()].slice(0, -1).map((own) => {
    const inside = own.flatMap((group) => group.inside)
    const all = own.reduce((sum, { task }) => sum + processorOf(task), 0)
    return { scriptMs: timeIn(inside, script, processorOf), allMs: all / 1000 }
  })
}

/** Total time of the named events; of nested events only the outer one counts. */
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
