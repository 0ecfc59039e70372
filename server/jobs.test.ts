// Repeated jobs: never two runs at once, earlier on request, and none after a stop.
import { setTimeout as sleep } from 'node:timers/promises'

import { expect, onTestFinished, test, vi } from 'vitest'

import { startJob, type Job, type JobOptions } from './jobs.ts'

function start(options: Partial<JobOptions>): Job {
  const job = startJob({
    run: async () => undefined,
    pauseMs: 600_000,
    onFailure: () => undefined,
    ...options,
  })
  onTestFinished(() => job.stop())
  return job
}

test('a job runs again after its pause, or after the one that a run asks for', async () => {
  const run = vi.fn<JobOptions['run']>(async () => 1)
  start({ run })
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3))
})

test('a job that is asked for again and again while it runs, runs once more, and never twice at once', async () => {
  let underWay = 0
  let most = 0
  const gate = Promise.withResolvers<void>()
  const run = vi.fn<JobOptions['run']>(async () => {
    underWay += 1
    most = Math.max(most, underWay)
    await gate.promise
    underWay -= 1
  })
  const job = start({ run })
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  for (let times = 0; times < 10; times += 1) job.runWithin(0)
  gate.resolve()
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2))
  await sleep(20)
  expect(run).toHaveBeenCalledTimes(2)
  expect(most).toBe(1)
})

test('a job that is asked for sooner does not wait for its pause, and a later wish changes nothing', async () => {
  const run = vi.fn<JobOptions['run']>(async () => undefined)
  const job = start({ run, delayMs: 600_000 })
  job.runWithin(1)
  job.runWithin(300_000)
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})

test('a job that fails says so, and runs again after the pause for that', async () => {
  const onFailure = vi.fn<JobOptions['onFailure']>()
  const run = vi.fn<JobOptions['run']>(async () => {
    throw new Error('no')
  })
  start({ run, onFailure, pauseAfterFailureMs: 1 })
  await vi.waitFor(() => expect(onFailure.mock.calls.length).toBeGreaterThan(2))
})

test('a job that is stopped ends its run first, says nothing of what fails then, and runs no more', async () => {
  const onFailure = vi.fn<JobOptions['onFailure']>()
  const run = vi.fn<JobOptions['run']>((signal) => sleep(600_000, undefined, { signal }))
  const job = start({ run, onFailure })
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
  await job.stop()
  job.runWithin(0)
  await sleep(20)
  expect(run).toHaveBeenCalledTimes(1)
  expect(onFailure).not.toHaveBeenCalled()
})

test('a job that only one node may run, runs where this node leads', async () => {
  let isLeading = false
  const leadership = {
    lead: vi.fn<() => Promise<boolean>>(async () => isLeading),
    isLeading: () => isLeading,
    close: async () => undefined,
  }
  const run = vi.fn<JobOptions['run']>(async () => undefined)
  start({ run, leadership, pauseMs: 1 })
  await vi.waitFor(() => expect(leadership.lead.mock.calls.length).toBeGreaterThan(2))
  expect(run).not.toHaveBeenCalled()
  isLeading = true
  await vi.waitFor(() => expect(run).toHaveBeenCalled())
})
