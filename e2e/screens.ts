// The list of screenshots: path, states, and preparation of the page.
import type { Page } from '@playwright/test'

import { signedInPaths } from './paths.ts'

export type State = 'full' | 'empty' | 'loading' | 'error'

export interface Screen {
  readonly name: string
  readonly path: string
  /** Empty for a page without a sign-in. */
  readonly states: readonly State[]
  /** Runs on the page before the screenshot. */
  readonly prepare?: (page: Page) => Promise<void>
}

const all = ['full', 'empty', 'loading', 'error'] as const

const listed: readonly Screen[] = [
  { name: 'sign-in', path: '/', states: [] },
  {
    name: 'sign-in-refused',
    path: '/',
    states: [],
    prepare: async (page) => {
      await page.getByLabel('Email').fill('unknown@school.example')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: /^sign in$/i }).click()
      await page.getByRole('alert').waitFor()
    },
  },
  { name: 'sign-up', path: '/', states: [], prepare: (page) => press(page, /create|sign up/i) },
  { name: 'forgot-password', path: '/', states: [], prepare: (page) => press(page, /forgot/i) },
  { name: 'reset-password', path: '/reset-password#token=abc', states: [] },
  { name: 'reset-password-no-link', path: '/reset-password', states: [] },
  { name: 'confirm-email', path: '/confirm-email#token=abc', states: [] },
  { name: 'dashboard', path: '/dashboard', states: all },
  {
    name: 'search',
    path: '/dashboard',
    states: ['full'],
    prepare: async (page) => {
      await page.getByRole('combobox').first().fill('a')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'account-menu',
    path: '/dashboard',
    states: ['full'],
    prepare: async (page) => {
      await page.getByRole('button', { name: /account/i }).click()
      await page.getByRole('button', { name: 'Edit display name' }).waitFor()
    },
  },
  {
    name: 'start-over',
    path: '/dashboard',
    states: ['full'],
    prepare: async (page) => {
      await askToStartOver(page)
      await page.getByRole('dialog').getByText(/%\)/).waitFor()
    },
  },
  { name: 'portfolio', path: '/portfolio', states: all },
  { name: 'chapter-not-found', path: '/portfolio/none', states: ['full'] },
  { name: 'insights', path: '/insights', states: all },
  {
    name: 'save-picture',
    path: '/insights',
    states: ['full'],
    prepare: async (page) => {
      await press(page, 'Save as picture')
      await page.getByRole('dialog').getByRole('img').waitFor()
    },
  },
  { name: 'transactions', path: '/transactions', states: all },
  { name: 'stock', path: '/stock/AAPL', states: all },
  { name: 'stock-not-available', path: '/stock/ZZZZ', states: ['full'] },
  { name: 'leaderboard', path: '/leaderboard', states: all },
  { name: 'getting-started', path: '/getting-started', states: ['full'] },
  { name: 'article-basics', path: '/getting-started/basics', states: ['full'] },
  { name: 'article-strategies', path: '/getting-started/strategies', states: ['full'] },
  { name: 'article-platform', path: '/getting-started/platform', states: ['full'] },
  { name: 'pro', path: '/pro', states: ['full'] },
  { name: 'waitlist', path: '/waitlist', states: ['full'] },
  {
    name: 'waitlist-joined',
    path: '/waitlist',
    states: ['full'],
    prepare: async (page) => {
      await press(page, 'Join the waitlist')
      await page.getByText("You're on the list!").waitFor()
    },
  },
  {
    name: 'league-form',
    path: '/leagues',
    states: ['full'],
    prepare: (page) => press(page, 'Create a league'),
  },
  ...(['Economics 9b', 'Chess club', 'Holiday challenge'] as const).flatMap(leagueScreens),
  {
    name: 'league-code',
    path: '/leagues',
    states: ['full'],
    prepare: async (page) => {
      await openLeague(page, 'Economics 9b')
      await press(page, 'Show it large')
      await page.getByRole('dialog').getByRole('img').waitFor()
    },
  },
  // Late in the list, because the trade changes the other screens.
  {
    name: 'stock-traded',
    path: '/stock/LYFT',
    states: ['full'],
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Execute Trade' }).click()
      await page.getByText(/^Bought/).waitFor()
    },
  },
  // After all other screens, because a restart empties the portfolio.
  { name: 'runs', path: '/portfolio/runs', states: ['full'], prepare: haveRestarted },
  {
    name: 'run',
    path: '/portfolio/runs',
    states: ['full'],
    prepare: async (page) => {
      await haveRestarted(page)
      await page.getByRole('link', { name: 'Run 1' }).click()
      await page.getByRole('slider').waitFor()
      await page.getByRole('table', { name: 'Transactions' }).waitFor()
    },
  },
]

/** Pages of the route table that are not listed above get a screenshot without preparation. */
const others = signedInPaths
  .filter((path) => !listed.some((screen) => screen.path === path))
  .map((path): Screen => ({ name: path.slice(1).replaceAll('/', '-'), path, states: ['full'] }))

export const screens: readonly Screen[] = [...others, ...listed]

/** The page of a league of the demo world, and its screens. */
function leagueScreens(league: string): Screen[] {
  const name = `league-${league.toLowerCase().replaceAll(' ', '-')}`
  const links = ['Dashboard', 'Portfolio', 'Orders', 'Transactions', 'Insights']
  const path = '/leagues'
  return [
    { name, path, states: ['full'], prepare: (page) => openLeague(page, league) },
    ...links.map((link): Screen => ({
      name: `${name}-${link.toLowerCase()}`,
      path,
      states: ['full'],
      prepare: async (page) => {
        await openLeague(page, league)
        await page.getByRole('link', { name: 'My portfolio in this league' }).click()
        const ofLeague = page.getByRole('navigation', { name: `League ${league}` })
        await ofLeague.getByRole('link', { name: link }).click()
        await expectData(page)
      },
    })),
  ]
}

async function openLeague(page: Page, league: string): Promise<void> {
  await page.getByRole('link', { name: league }).click()
  await page.getByRole('heading', { level: 1, name: league }).waitFor()
  await expectData(page)
}

const expectData = (page: Page): Promise<void> =>
  page.locator('.skeleton').first().waitFor({ state: 'detached' })

const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name }).first().click()

async function askToStartOver(page: Page): Promise<void> {
  await page.getByRole('button', { name: /account/i }).click()
  await page.getByRole('button', { name: 'Restart…' }).click()
}

/** Restarts once, for all screenshots. */
async function haveRestarted(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Run 1' }).waitFor()
  const later = page.getByRole('link', { name: 'Run 2' })
  if (await later.isVisible()) return
  await askToStartOver(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Restart' }).click()
  await page.getByText('Run 2 has begun.').waitFor()
  await page.keyboard.press('Escape')
  await later.waitFor()
}
