// The second half of `npm run screenshots`: starts the product on demo data and takes a screenshot of every screen.
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { chromium, type BrowserContext, type Page } from '@playwright/test'

import { demoLearner } from '../server/demo/people.ts'
import { screens, type Screen, type State } from './screens.ts'
import { makeDataFolder, makeDemo, startServer } from './server.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

interface View {
  readonly width: number
  readonly height: number
  readonly theme: 'light' | 'dark'
}

interface Wanted {
  readonly screen: Screen
  /** Null without a sign-in. */
  readonly state: State | null
  readonly view: View
}

const views: readonly View[] = [
  { width: 1280, height: 800, theme: 'light' },
  { width: 1280, height: 800, theme: 'dark' },
  { width: 390, height: 844, theme: 'light' },
  { width: 390, height: 844, theme: 'dark' },
]
/** The answer before the first ranking. */
const noRanking = {
  leaderboard: [],
  updated_at: null,
  next_update_at: null,
  you: null,
  unranked: null,
  unranked_until: null,
}
const settleWithinMs = 20_000
const [folderGiven = 'screenshots', only = ''] = process.argv.slice(2)
const folder = resolve(folderGiven)
await using closing = new AsyncDisposableStack()
await mkdir(folder, { recursive: true })
const settings = { DATA_DIR: await makeDataFolder(closing), LOG_LEVEL: 'error' }
process.stdout.write(await makeDemo(settings))
const url = await startServer(settings, closing)
const browser = await chromium.launch({
  ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
  // Chromium refuses to start as root with its sandbox on; it only opens the product here.
  args: ['--no-sandbox'],
})
closing.defer(() => browser.close())
const people = {
  learner: await signedIn('sign-in', demoLearner),
  newcomer: await signedIn('sign-up', {
    email: 'newcomer@tengrand.example',
    password: demoLearner.password,
  }),
}
for (const screen of screens.filter(({ name }) => name.startsWith(only))) await picturesOf(screen)

async function signedIn(
  how: 'sign-in' | 'sign-up',
  { email, password }: { readonly email: string; readonly password: string },
): Promise<StorageState> {
  await using context = await browser.newContext({ baseURL: url })
  const answer = await context.request.post(`/identity/${how}/email`, { data: { email, password } })
  if (!answer.ok()) throw new Error(`${email} cannot ${how}: ${await answer.text()}`)
  // Awaited here, because leaving the function closes the context.
  return await context.storageState()
}

async function picturesOf(screen: Screen): Promise<void> {
  const states = screen.states.length === 0 ? [null] : screen.states
  const wanted = states.flatMap((state) => views.map((view) => ({ screen, state, view })))
  for (const each of wanted) await picture(each)
  process.stdout.write(`${screen.name}: ${wanted.length} pictures\n`)
}

async function picture({ screen, state, view }: Wanted): Promise<void> {
  await using context = await contextFor(state, view)
  context.setDefaultTimeout(settleWithinMs)
  const page = await context.newPage()
  const name = [screen.name, state, view.width, view.theme].filter(Boolean).join('-')
  try {
    await page.goto(screen.path)
    await settle(page, state)
    await screen.prepare?.(page)
  } catch (error) {
    process.stderr.write(`${name} is not as it should be: ${String(error)}\n`)
  }
  await putBarAtEnd(page)
  const path = join(folder, `${name}.png`)
  await page.screenshot({ path, fullPage: true, animations: 'disabled' })
}

async function contextFor(
  state: State | null,
  { width, height, theme }: View,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'America/New_York',
    ...(state !== null && { storageState: state === 'empty' ? people.newcomer : people.learner }),
  })
  const data = /\/api\/(?!account)/
  if (state === 'loading') await context.route(data, () => new Promise(() => undefined))
  // The demo ranking has traders, so the empty state needs a faked answer.
  if (state === 'empty')
    await context.route('**/api/leaderboard', (route) => route.fulfill({ json: noRanking }))
  if (state === 'error') await context.route(data, (route) => route.fulfill({ status: 500 }))
  return context
}

/** Waits until fonts are loaded and, unless the state has no data, until the data is shown. */
async function settle(page: Page, state: State | null): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  if (state === null || state === 'loading') return
  const skeletons = page.locator('.skeleton')
  await skeletons.first().waitFor({ state: 'detached' })
}

/** A full-page screenshot is longer than the viewport, so a bar fixed to the viewport would cross its middle. */
async function putBarAtEnd(page: Page): Promise<void> {
  await page.evaluate(() => {
    const end = document.documentElement.scrollHeight
    for (const bar of document.querySelectorAll('nav')) {
      if (getComputedStyle(bar).position !== 'fixed') continue
      bar.style.top = `${end - bar.offsetHeight}px`
      bar.style.bottom = 'auto'
      bar.style.position = 'absolute'
    }
  })
}
