// Scrolling through 10,000 loaded transactions: the longest task, beside the same page with every row laid out and drawn.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { chromium, type Page } from '@playwright/test'

import { joinEmbeddedPostgres } from '../server/db/embedded-postgres/start.ts'
import { openDb } from '../server/db/handle.ts'
import { findBrowser } from '../tools/browser.mjs'
import { ensureBuilt } from '../tools/build.mjs'
import { manySignUps, withoutBudgets } from './learners.ts'
import { start } from './product.ts'
import { giveTrades, newestPortfolio } from './traders.ts'
import { watchPage, type Look } from './watched-page.ts'

type Say = (line: string) => void

const trades = 10_000
const limitMs = 50
const seconds = 10
const everythingDrawn = '[role=rowgroup] { content-visibility: visible !important; contain: none }'

export default async function measure(say: Say): Promise<void> {
  const program = await findBrowser()
  if (program === null || (await ensureBuilt()) !== 0) throw new Error('There is no page to open.')
  await using closing = new AsyncDisposableStack()
  const dataDir = await mkdtemp(join(tmpdir(), 'tengrand-bench-'))
  closing.defer(() => rm(dataDir, { recursive: true }))
  const env = { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...manySignUps, ...withoutBudgets }
  const product = await start('../server/main.ts', env)
  closing.defer(() => product.stop())
  // As root a browser refuses its own sandbox; it sees nothing but the product here.
  const browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  closing.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: product.address, bypassCSP: true })
  const person = { email: 'ann@school.example', password: 'correct horse battery' }
  await context.request.post('/identity/sign-up/email', { data: person })
  const page = await context.newPage()
  await page.goto('/transactions')
  await page.getByText('No transactions yet.').waitFor()
  await plantTrades(dataDir)
  const own = await measurePage(page, { name: 'blocks near the screen', say })
  const peer = await measurePage(page, { name: 'every row drawn', style: everythingDrawn, say })
  say(`longest task ${(own / peer).toFixed(2)} of what it is where every row is drawn`)
}

async function plantTrades(dataDir: string): Promise<void> {
  const postgres = await joinEmbeddedPostgres({ dataDir, say: () => undefined })
  const db = openDb(postgres.connection, { unlimited: true })
  await giveTrades(db, { portfolioId: await newestPortfolio(db), trades, years: 5 })
  await db.close()
  await postgres.stop()
}

interface Plan {
  readonly name: string
  readonly style?: string
  readonly say: Say
}

/** The longest task in milliseconds of the processor. */
async function measurePage(page: Page, { name, style = '', say }: Plan): Promise<number> {
  await page.reload()
  await page.locator('[role=row]').nth(1).waitFor()
  if (style !== '') await page.addStyleTag({ content: style })
  await loadAll(page)
  const watched = await watchPage(page)
  void page.evaluate(scrollThrough, seconds * 1000)
  const look = await watched.look(seconds)
  const times = ownTimes(look)
  const longest = times[0] ?? Number.NaN
  const long = times.filter((ms) => ms >= limitMs).length
  say(
    `${name}: longest task ${longest.toFixed(1)} ms of the processor, ${long} of ${limitMs} ms or longer; ` +
      `${((100 * times.reduce((sum, ms) => sum + ms, 0)) / (seconds * 1000)).toFixed(0)} % of a core`,
  )
  return longest
}

const ownTimes = ({ tasks }: Look): number[] =>
  tasks
    .filter(({ isOurs }) => isOurs)
    .map(({ processorMs }) => processorMs)
    .toSorted((a, b) => b - a)

/** Runs in the page, as what follows does: the next rows come when the end is near. */
const loadAll = (page: Page): Promise<void> =>
  page.evaluate(async (rows) => {
    while (document.querySelectorAll('[role=row]').length < rows) {
      window.scrollTo(0, document.documentElement.scrollHeight)
      await new Promise(requestAnimationFrame)
    }
  }, trades + 1)

/** A screen for every frame, from the beginning to the end and again. */
async function scrollThrough(ms: number): Promise<void> {
  const until = performance.now() + ms
  for (let top = 0; performance.now() < until; top += window.innerHeight) {
    const room = document.documentElement.scrollHeight - window.innerHeight
    window.scrollTo(0, top % room)
    await new Promise(requestAnimationFrame)
  }
}
