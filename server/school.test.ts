// A sample of a school of 5,000 behind one address: the limits of docs/configuration.md refuse no request.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'

import { expect, onTestFinished, test } from 'vitest'

import { browserOn, movable, type Browser } from './identity/testing/browser.ts'
import { isLong } from './testing/effort.ts'
import { createWorld } from './testing/world.ts'

const scale = isLong ? 100 : 200
const learners = 5_000 / scale
const address = '198.51.100.7'
const minuteMs = 60_000

interface Row {
  readonly name: string
  readonly usual: number
  readonly school: number
}

/** The rows of the table: the variable, its default, and the value for a school. */
async function readTable(): Promise<Row[]> {
  const text = await readFile(join(import.meta.dirname, '../docs/configuration.md'), 'utf8')
  const row = /^\| `([A-Z_]+)` \| ([\d,]+) \| ([\d,]+) \|/gm
  const number = (digits = '') => Number(digits.replaceAll(',', ''))
  return [...text.matchAll(row)].map(([, name = '', usual, school]) => ({
    name,
    usual: number(usual),
    school: number(school),
  }))
}

/** Limits per address, which are scaled down to the sample; limits per account stay unchanged. */
const ofAddress = new Set([
  'STREAMS_PER_ADDRESS',
  'PRICE_CALLS_PER_MINUTE',
  'IDENTITY_SIGN_INS_PER_MINUTE',
  'IDENTITY_SIGN_UPS_PER_TEN_MINUTES',
  'IDENTITY_RESETS_PER_TEN_MINUTES',
  'JOIN_TRIES_PER_HOUR_AND_ADDRESS',
  'WAITLIST_PER_TEN_MINUTES',
])

const envOf = (rows: readonly Row[], which: 'usual' | 'school') =>
  Object.fromEntries(
    rows.map((row) => {
      const value = ofAddress.has(row.name) ? Math.ceil(row[which] / scale) : row[which]
      return [row.name, String(value)]
    }),
  )

/** All learners sign up within ten minutes, sign in again within five, and then read prices and enter codes at the same time. */
async function classHour(env: Record<string, string>): Promise<Map<string, number>> {
  const clock = movable()
  const { app } = await createWorld({ env, now: clock.now })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const refused = new Map<string, number>()
  const note = (what: string, status: number) => {
    if (status !== 200) refused.set(what, (refused.get(what) ?? 0) + 1)
  }
  const browsers: Browser[] = []
  for (let number = 0; number < learners; number += 1) {
    const browser = browserOn(app, address)
    note('sign-up', (await browser.signUp(`pupil${number}@school.example`)).statusCode)
    browsers.push(browser)
    clock.move((10 * minuteMs) / learners)
  }
  for (let number = 0; number < learners; number += 1) {
    // A new browser, because pupils sign in on another computer than at sign-up.
    const browser = browserOn(app, address)
    note('sign-in', (await browser.signIn(`pupil${number}@school.example`)).statusCode)
    clock.move((5 * minuteMs) / learners)
  }
  for (const browser of browsers) {
    note('stream', await openStream(url))
    const token = await browser.token().catch(() => '')
    const headers = { authorization: `Bearer ${token}` }
    const own = ['/api/portfolio', '/api/net_worth_history/1m', '/api/transactions?limit=10']
    for (const path of own) note(path, (await browser.get(path, headers)).statusCode)
    // Each mistypes the code of a league twice.
    for (const code of ['BCDF-2345', 'BCDF-2346']) {
      const { statusCode } = await browser.get(`/api/join/${code}`, headers)
      note('code', statusCode === 404 ? 200 : statusCode)
    }
    // Each learner opens a few stocks in a minute, with price and chart.
    for (const ticker of ['AAPL', 'TSLA', 'UBER', 'LYFT', 'META']) {
      note('price', await readWhole(`${url}/api/current-price/${ticker}`))
      note('chart', await readWhole(`${url}/api/price-history/${ticker}/7d`))
    }
  }
  return refused
}

/** Reads the whole answer, because an unfinished one would keep its connection open for a minute after the test. */
async function readWhole(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

async function openStream(url: string): Promise<number> {
  const request = get(`${url}/api/quotes/stream`, { agent: false })
  onTestFinished(() => void request.destroy())
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  response.resume().on('error', () => undefined)
  return response.statusCode ?? 0
}

test('a school behind one address is not refused with the values that are written down for it', async () => {
  const rows = await readTable()
  expect(new Set(rows.map(({ name }) => name))).toEqual(
    new Set([
      ...ofAddress,
      'TRADES_PER_SECOND',
      'TRADES_BURST',
      'READS_PER_SECOND',
      'READS_BURST',
      'IDENTITY_FAILURES_PER_ADDRESS',
      'IDENTITY_FAILURES_PER_ACCOUNT',
      'LEAGUES_OWNED_MAX',
      'LEAGUES_JOINED_MAX',
      'LEAGUE_MEMBERS_MAX',
      'JOIN_TRIES_PER_HOUR',
    ]),
  )
  expect(await classHour(envOf(rows, 'school'))).toEqual(new Map())
})

test('and would be with those of a single class', async () => {
  const refused = await classHour(envOf(await readTable(), 'usual'))
  for (const what of ['sign-up', 'sign-in', 'stream', 'price', 'code']) {
    expect(refused.get(what)).toBeGreaterThan(0)
  }
})
