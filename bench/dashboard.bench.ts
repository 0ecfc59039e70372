// Measures the dashboard in a browser while all 16 prices change every second: long tasks, the processor time of a
// change, and memory growth. `npm run bench dashboard 3` takes three minutes instead of ten. If the folder of another
// checkout is given, both dashboards are measured in turn.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium, type Browser, type Page } from '@playwright/test'

import { findBrowser } from '../tools/browser.mjs'
import type { Task } from './browser-trace.ts'
import { sayMemory } from './memory-growth.ts'
import { countPrices, openMovingPrices, signIn, type MovingPrices } from './moving-prices.ts'
import {
  openRecorder,
  recordOpening,
  type Memory,
  type PageRecorder,
  type Recording,
} from './page-recorder.ts'
import { numberIn, versionsOf, type Say, type Version } from './product.ts'
import { quantile, sum } from './times.ts'

const minutesUsually = 10
const limitMs = 50
const timesSlower = 4
const scriptMsGoal = 5
const slowTaskMsGoal = 100
const linesMax = 5

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  const program = await findBrowser()
  if (program === null) throw new Error('There is no browser.')
  await using closing = new AsyncDisposableStack()
  // Chromium's sandbox does not work as root; without it, the browser loads only the product.
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  closing.defer(() => browser.close())
  const dashboards: Dashboard[] = []
  for (const version of versionsOf(args)) {
    dashboards.push(await openDashboard(browser, version, closing, say))
  }
  await recordMinutes(dashboards, numberIn(args, minutesUsually), say)
  for (const dashboard of dashboards) await summarize(dashboard, say)
  const [own, other] = dashboards.map(({ recordings }) => quantile(scriptTimes(recordings), 0.5))
  if (own !== undefined && other !== undefined) {
    say(`script for one change ÷ the other version: ${(own / other).toFixed(2)}`)
  }
}

interface Dashboard {
  readonly name: string
  readonly page: Page
  readonly prices: MovingPrices
  readonly recorder: PageRecorder
  readonly recordings: Recording[]
  readonly memory: Memory[]
}

async function openDashboard(
  browser: Browser,
  { name, root }: Version,
  closing: AsyncDisposableStack,
  say: Say,
): Promise<Dashboard> {
  const build = spawnSync(process.execPath, [join(root, 'tools/prepare.mjs')], { stdio: 'inherit' })
  if (build.status !== 0) throw new Error('The web app could not be built.')
  const prices = await openMovingPrices(closing, root)
  const context = await browser.newContext({ baseURL: prices.address })
  say(`${name}, chromium ${browser.version()}, a learner with ${await signIn(context.request)}`)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  const recorder = await openRecorder(page)
  const { longFrames } = await recorder.observed()
  say(`while it opens: ${longFrames.length} long frames`)
  sayFrames(longFrames, say)
  say(`before: ${await countPrices(page)}`)
  const dashboard = { name, page, prices, recorder, recordings: [], memory: [] }
  await recordMemory(dashboard)
  return dashboard
}

/** A heap snapshot stops the page, so it is taken between two price changes. */
async function recordMemory({ prices, recorder, memory }: Dashboard): Promise<Memory> {
  await waitForGap(prices)
  const now = await recorder.memory()
  await waitForGap(prices)
  memory.push(now)
  return now
}

async function recordMinutes(
  dashboards: readonly Dashboard[],
  minutes: number,
  say: Say,
): Promise<void> {
  say('script and all: ms of the processor in a second with one change; long: tasks of the page')
  say(heading)
  for (let minute = 1; minute <= minutes; minute += 1) {
    for (const dashboard of dashboards) {
      const recording = await dashboard.recorder.record(60)
      dashboard.recordings.push(recording)
      say(rowOf(`${minute}`, recording, await recordMemory(dashboard)))
    }
  }
}

async function summarize({ name, page, recorder, recordings, memory }: Dashboard, say: Say) {
  say(`\n${name}`)
  await recorder.slowDown(timesSlower)
  const slow = await recorder.record(60)
  await recorder.slowDown(1)
  say(rowOf(`${timesSlower}x slow`, slow))
  say(`after:  ${await countPrices(page)}`)
  sayTasks(recordings, say)
  sayMemory(memory, say)
  const opening = await recordOpening(await page.context().newPage(), '/dashboard', timesSlower)
  saySlowest('it opens', opening, say)
  saySlowest('prices change', slow.tasks, say)
  const script = quantile(scriptTimes(recordings), 0.5)
  sayGoal('script for one change of all prices, median', script, scriptMsGoal, say)
}

const scriptTimes = (recordings: readonly Recording[]): number[] =>
  recordings.flatMap(({ updates }) => updates.map(({ scriptMs }) => scriptMs))

function saySlowest(when: string, tasks: readonly Task[], say: Say): void {
  const longest = tasks
    .filter(({ isOurs }) => isOurs)
    .toSorted((a, b) => b.processorMs - a.processorMs)[0]
  const speed = `at 1/${timesSlower} of the speed`
  say(`longest task while ${when}, ${speed}: ${longest?.ms.toFixed(0)} ms: ${longest?.parts}`)
  sayGoal(`its processor time while ${when}`, longest?.processorMs ?? 0, slowTaskMsGoal, say)
}

const sayGoal = (what: string, ms: number, goalMs: number, say: Say): void =>
  say(`${what}: ${ms.toFixed(1)} ms, goal ${goalMs} ms: ${ms <= goalMs ? 'reached' : 'missed'}`)

/** Waits for a price change and for the end of its highlight, which comes before the next change. */
async function waitForGap({ changes }: MovingPrices): Promise<void> {
  const before = changes()
  for (let waitedMs = 0; changes() === before; waitedMs += 10) {
    if (waitedMs > 10_000) throw new Error('Prices have stopped changing.')
    await sleep(10)
  }
  await sleep(750)
}

const columns = [
  ['minute', 8],
  ['seconds', 9],
  ['script p50', 12],
  ['p99', 7],
  ['max', 7],
  ['all p50', 9],
  ['worst task', 12],
  ['processor', 11],
  ['long', 6],
  ['page', 7],
  ['shift', 8],
  ['heap', 10],
  ['data', 10],
  ['nodes', 7],
  ['listeners', 11],
] as const

const inColumns = (cells: readonly string[]): string =>
  cells.map((cell, index) => cell.padStart(columns[index]?.[1] ?? 0)).join('')

const heading = inColumns(columns.map(([name]) => name))

function rowOf(name: string, recording: Recording, memory?: Memory): string {
  const script = scriptTimes([recording])
  const all = recording.updates.map(({ allMs }) => allMs)
  const ours = recording.tasks.filter(({ isOurs }) => isOurs)
  const times = [
    quantile(script, 0.5),
    quantile(script, 0.99),
    quantile(script, 1),
    quantile(all, 0.5),
  ]
  return inColumns([
    name,
    String(recording.updates.length),
    ...times.map((ms) => ms.toFixed(1)),
    `${worst(ours, 'ms').toFixed(1)} ms`,
    `${worst(ours, 'processorMs').toFixed(1)} ms`,
    String(ours.filter(({ ms }) => ms >= limitMs).length),
    `${(100 * recording.processorShare).toFixed(0)} %`,
    recording.layoutShift.toFixed(3),
    ...(memory === undefined ? [] : memoryCells(memory)),
  ])
}

const memoryCells = ({ heapKilobytes, dataKilobytes, nodes, listeners }: Memory): string[] => [
  `${heapKilobytes.toFixed(0)} kB`,
  `${dataKilobytes.toFixed(0)} kB`,
  String(nodes),
  String(listeners),
]

function sayTasks(recordings: readonly Recording[], say: Say): void {
  const long = recordings.flatMap(({ tasks }) => tasks.filter(({ ms }) => ms >= limitMs))
  const frames = recordings.flatMap(({ longFrames }) => longFrames)
  for (const task of long.toSorted((a, b) => b.processorMs - a.processorMs).slice(0, linesMax)) {
    const times = `${task.ms.toFixed(0)} ms, processor ${task.processorMs.toFixed(0)} ms`
    say(`long task of ${task.isOurs ? 'the page' : 'the browser'}, ${times}: ${task.parts}`)
  }
  sayFrames(frames, say)
  const ours = long.filter(({ isOurs }) => isOurs)
  const observed = sum(recordings.map(({ longTasks }) => longTasks))
  say(
    `tasks of ${limitMs} ms: ${ours.length} of the page, ${long.length - ours.length} of the browser; ` +
      `${observed} observed in the page, ${frames.length} long frames`,
  )
  const tasks = recordings.flatMap((recording) => recording.tasks.filter(({ isOurs }) => isOurs))
  const [ms, processorMs] = [worst(tasks, 'ms'), worst(tasks, 'processorMs')]
  say(`worst task of the page: ${ms.toFixed(1)} ms, on the processor ${processorMs.toFixed(1)} ms`)
}

function sayFrames(frames: Recording['longFrames'], say: Say): void {
  for (const { ms, scripts } of frames.toSorted((a, b) => b.ms - a.ms).slice(0, linesMax))
    say(`long frame, ${ms.toFixed(0)} ms: ${scripts}`)
}

const worst = (tasks: readonly Task[], what: 'ms' | 'processorMs'): number =>
  tasks.reduce((most, task) => Math.max(most, task[what]), 0)
