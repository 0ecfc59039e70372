// Runs something again and again: at most one run at a time, with a pause after each, until the process ends.
import type { FastifyInstance } from 'fastify'

import type { Leadership } from './db/leadership.ts'

export interface JobOptions {
  /** Returns the pause before the next run, where it is another than the usual one. */
  readonly run: (signal: AbortSignal) => Promise<number | void>
  readonly pauseMs: number
  readonly pauseAfterFailureMs?: number
  /** Before the first run; none unless it is given. */
  readonly delayMs?: number
  /** Where only one node may: the others look after each pause whether they lead by now. */
  readonly leadership?: Leadership
  /** Not called for what fails because the job is being stopped. */
  readonly onFailure: (error: unknown) => void
  /** Told after each run whether it went well; not of a look that found another node leading. */
  readonly onRun?: ((isDone: boolean) => void) | undefined
}

export interface Job {
  /** Makes the next run come within so long; one that is under way ends first. */
  readonly runWithin: (ms: number) => void
  /** Aborts the signal and returns when the run that is under way has ended. */
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

/** The pause that follows. */
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

/** A job that begins when the app is ready and is stopped, by `stop` or at once, when it closes. */
export function addJob(
  app: FastifyInstance,
  options: JobOptions,
  stop: (job: Job) => Promise<void> = (job) => job.stop(),
): void {
  let job: Job | undefined
  app.addHook('onReady', async () => void (job = startJob(options)))
  app.addHook('onClose', async () => {
    if (job !== undefined) await stop(job)
  })
}
