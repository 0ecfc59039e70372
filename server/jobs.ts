// Runs a job repeatedly: one run at a time, with a pause after each, until it is stopped.
import type { FastifyInstance } from 'fastify'

import type { Leadership } from './db/leadership.ts'

export interface JobOptions {
  /** Can return the pause before the next run, if it differs from `pauseMs`. */
  readonly run: (signal: AbortSignal) => Promise<number | void>
  readonly pauseMs: number
  readonly pauseAfterFailureMs?: number
  /** The pause before the first run; 0 by default. */
  readonly delayMs?: number
  /** For jobs of the leading node only: the others check after each pause whether they lead. */
  readonly leadership?: Leadership
  /** Not called for failures while the job is being stopped. */
  readonly onFailure: (error: unknown) => void
  /** Called after each run on this node; not called while another node leads. */
  readonly onRun?: ((isDone: boolean) => void) | undefined
}

export interface Job {
  /** Starts the next run within this time, but not before a current run has ended. */
  readonly runWithin: (ms: number) => void
  /** Aborts the signal and waits for the current run. */
  readonly stop: () => Promise<void>
}

export function startJob(options: JobOptions): Job {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let dueAt = Infinity

  function runWithin(ms: number): void {
    const at = performance.now() + ms
    if (stopping.signal.aborted || at >= dueAt) return
    dueAt = at
    clearTimeout(timer)
    if (running === null) timer = setTimeout(begin, ms).unref()
  }

  async function runAndWait(): Promise<void> {
    dueAt = Infinity
    const pauseMs = await runOnce(options, stopping.signal)
    running = null
    const askedForMs = Math.max(0, dueAt - performance.now())
    dueAt = Infinity
    runWithin(Math.min(askedForMs, pauseMs))
  }

  const begin = (): void => void (running = runAndWait())

  runWithin(options.delayMs ?? 0)
  return {
    runWithin,
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Returns the pause before the next run. */
async function runOnce(options: JobOptions, signal: AbortSignal): Promise<number> {
  const { run, pauseMs, pauseAfterFailureMs = pauseMs, leadership, onFailure, onRun } = options
  try {
    const mayRun = leadership === undefined || (await leadership.lead())
    if (!mayRun || signal.aborted) return pauseMs
    const askedForMs = await run(signal)
    onRun?.(true)
    return askedForMs ?? pauseMs
  } catch (error) {
    if (signal.aborted) return pauseAfterFailureMs
    onRun?.(false)
    onFailure(error)
    return pauseAfterFailureMs
  }
}

/** A job that starts when the app is ready and is stopped, by `stop` if given, when it closes; so is its leadership. */
export function addJob(
  app: FastifyInstance,
  options: JobOptions,
  stop: (job: Job) => Promise<void> = (job) => job.stop(),
): void {
  let job: Job | undefined
  app.addHook('onReady', async () => void (job = startJob(options)))
  app.addHook('onClose', async () => {
    if (job === undefined) return
    await stop(job)
    await options.leadership?.close()
  })
}
