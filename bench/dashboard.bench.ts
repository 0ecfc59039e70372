// The dashboard while all 16 prices change every second, of which it shows every other one: its long tasks, what a change
// costs, and whether memory stays flat.
import { setTimeout as sleep } from 'node:timers/promises'

import { chromium, type Page } from '@playwright/test'
import { tickers } from '@tengrand/core/tickers.ts'

import { findBrowser } from '../tools/browser.mjs'
import { ensureBuilt } from '../tools/build.mjs'
import { sayMemory } from './dashboard-memory.ts'
import { openRestlessWorld, signIn, type RestlessWorld } from './restless-world.ts'
import type { Task } from './trace.ts'
import { watchOpening, watchPage, type Kept, type Look } from './watched-page.ts'

type Say = (line: string) => void

const minutesUnlessTold = 10
const limitMs = 50
const timesSlower = 4
const scriptMsGoal = 5
const slowTaskMsGoal = 100
/** Prices are counted on the page before and after, so that the counting is not measured. */
const countingSeconds = 15

/** `npm run bench dashboard 3` takes three minutes instead of ten. */
export default async function measure(say: Say, args: readonly string[] = []): Promise<void> {
  const minutes = Number(args.find((arg) => /^\d+$/.test(arg)) ?? minutesUnlessTold)
  const program = await findBrowser()
  if (program === null || (await ensureBuilt()) !== 0) throw new Error('There is no page to open.')
  await using closing = new AsyncDisposableStack()
  const world = await openRestlessWorld(closing)
  // As root a browser refuses its own sandbox; it sees nothing but the product here.
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  closing.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: world.address })
  say(`chromium ${browser.version()}, a learner with ${await signIn(context.request)}`)
  const page = await context.newPage()
  await page.goto('/dashboard')
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  await measurePage(page, { world, minutes, say })
}

interface Plan {
  readonly world: RestlessWorld
  readonly minutes: number
  readonly say: Say
}

async function measurePage(page: Page, { world, minutes, say }: Plan): Promise<void> {
  const watched = await watchPage(page)
  const { longFrames: whileOpening } = await watched.news()
  say(`while it opens: ${whileOpening.length} long frames`)
  sayFrames(whileOpening, say)
  say(`before: ${await countPrices(page)}`)
  const keep = async (): Promise<Kept> => {
    await quiet(world)
    const now = await watched.keeps()
    // The page stands still for that, and the frame in which it does must be over.
    await quiet(world)
    return now
  }
  const kept = [await keep()]
  const looks: Look[] = []
  say(
    'script and all: ms of the processor for a second with one change; long: tasks of our own; page: of one core',
  )
  say(heading)
  for (let minute = 1; minute <= minutes; minute += 1) {
    const look = await watched.look(60)
    const now = await keep()
    looks.push(look)
    kept.push(now)
    say(rowOf(`${minute}`, look, now))
  }
  await watched.slowDown(timesSlower)
  const slow = await watched.look(60)
  await watched.slowDown(1)
  say(rowOf(`${timesSlower}x slow`, slow))
  say(`after:  ${await countPrices(page)}`)
  sayTasks(looks, say)
  sayMemory(kept, say)
  await saySlow(page, slow.tasks, say)
  const script = looks.flatMap(({ updates }) => updates.map(({ scriptMs }) => scriptMs))
  sayGoal('script for one change of all prices, in the middle', at(script, 0.5), scriptMsGoal, say)
}

/** Apart from each other: a page opens once, and prices change every second. */
async function saySlow(page: Page, changing: readonly Task[], say: Say): Promise<void> {
  const opening = await watchOpening(await page.context().newPage(), '/dashboard', timesSlower)
  const speed = `at 1/${timesSlower} of the speed`
  for (const [when, tasks] of Object.entries({ 'it opens': opening, 'prices change': changing })) {
    const ours = tasks.filter(({ isOurs }) => isOurs)
    const worst = ours.toSorted((a, b) => b.processorMs - a.processorMs)[0]
    say(`longest task while ${when}, ${speed}: ${worst?.ms.toFixed(0)} ms: ${worst?.parts}`)
    sayGoal(`its processor time while ${when}`, worst?.processorMs ?? 0, slowTaskMsGoal, say)
  }
}

const sayGoal = (what: string, ms: number, goalMs: number, say: Say): void =>
  say(`${what}: ${ms.toFixed(1)} ms, goal ${goalMs} ms: ${ms <= goalMs ? 'reached' : 'missed'}`)

/** When a change has been drawn and has lost its light, and the next one has not come. */
async function quiet({ changes }: RestlessWorld): Promise<void> {
  const before = changes()
  for (let waitedMs = 0; changes() === before; waitedMs += 10) {
    if (waitedMs > 10_000) throw new Error('Prices have stopped changing.')
    await sleep(10)
  }
  await sleep(750)
}

/** The page must show what is to be measured: every stock, with another price about every two seconds. */
async function countPrices(page: Page): Promise<string> {
  const market = page.locator('section', { has: page.getByRole('heading', { name: 'Market' }) })
  const counts = await market.evaluate(async (card, seconds) => {
    const links = [...card.querySelectorAll('a')]
    const read = () => links.map((link) => link.querySelector('.tabular-nums')?.textContent)
    const changes = links.map(() => 0)
    let last = read()
    const observer = new MutationObserver(() => {
      const now = read()
      for (const [index, price] of now.entries()) {
        if (price !== last[index]) changes[index] = (changes[index] ?? 0) + 1
      }
      last = now
    })
    observer.observe(card, { subtree: true, childList: true, characterData: true })
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    observer.disconnect()
    return changes
  }, countingSeconds)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  const words = `${counts.length} prices, ${fewest} to ${most} changes of each in ${countingSeconds} s`
  if (counts.length === tickers.length && fewest >= countingSeconds * 0.4) return words
  throw new Error(`This is not what is to be measured: ${words}.`)
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

function rowOf(name: string, look: Look, kept?: Kept): string {
  const script = look.updates.map(({ scriptMs }) => scriptMs)
  const all = look.updates.map(({ allMs }) => allMs)
  const ours = look.tasks.filter(({ isOurs }) => isOurs)
  return inColumns([
    name,
    String(look.updates.length),
    ...[at(script, 0.5), at(script, 0.99), at(script, 1), at(all, 0.5)].map((ms) => ms.toFixed(1)),
    `${worst(ours, 'ms').toFixed(1)} ms`,
    `${worst(ours, 'processorMs').toFixed(1)} ms`,
    String(ours.filter(({ ms }) => ms >= limitMs).length),
    `${(100 * look.processorShare).toFixed(0)} %`,
    look.layoutShift.toFixed(3),
    ...(kept ? rowOfKept(kept) : []),
  ])
}

const rowOfKept = ({ heapKilobytes, dataKilobytes, nodes, listeners }: Kept): string[] => [
  `${heapKilobytes.toFixed(0)} kB`,
  `${dataKilobytes.toFixed(0)} kB`,
  String(nodes),
  String(listeners),
]

function sayTasks(looks: readonly Look[], say: Say): void {
  const long = looks.flatMap(({ tasks }) => tasks.filter(({ ms }) => ms >= limitMs))
  const frames = looks.flatMap(({ longFrames }) => longFrames)
  for (const task of long.toSorted((a, b) => b.processorMs - a.processorMs).slice(0, linesMax)) {
    const times = `${task.ms.toFixed(0)} ms, processor ${task.processorMs.toFixed(0)} ms`
    say(`long task, ${task.isOurs ? 'ours' : "the browser's"}, ${times}: ${task.parts}`)
  }
  sayFrames(frames, say)
  const ours = long.filter(({ isOurs }) => isOurs)
  const busy = ours.filter(({ processorMs }) => processorMs >= limitMs)
  const noticed = sum(looks.map(({ longTasks }) => longTasks))
  say(
    `tasks of ${limitMs} ms: ${ours.length} of our own, ${busy.length} of them busy so long, ` +
      `${long.length - ours.length} of the browser; ${noticed} noticed by the page, ${frames.length} long frames`,
  )
  const tasks = looks.flatMap((look) => look.tasks.filter(({ isOurs }) => isOurs))
  const [ms, processorMs] = [worst(tasks, 'ms'), worst(tasks, 'processorMs')]
  const verdict =
    ms < limitMs ? 'held' : processorMs < limitMs ? 'held, but others had the processor' : 'broken'
  say(
    `worst task of our own: ${ms.toFixed(1)} ms, of the processor ${processorMs.toFixed(1)} ms, ` +
      `limit ${limitMs} ms: ${verdict}`,
  )
}

function sayFrames(frames: Look['longFrames'], say: Say): void {
  for (const { ms, scripts } of frames.toSorted((a, b) => b.ms - a.ms).slice(0, linesMax))
    say(`long frame, ${ms.toFixed(0)} ms: ${scripts}`)
}

const linesMax = 5

const sum = (numbers: readonly number[]): number => numbers.reduce((all, next) => all + next, 0)

const worst = (tasks: readonly Task[], what: 'ms' | 'processorMs'): number =>
  tasks.reduce((most, task) => Math.max(most, task[what]), 0)

function at(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(part * (sorted.length - 1))] ?? Number.NaN
}
