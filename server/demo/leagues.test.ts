// The leagues of the demo world as the demo learner finds them, written with the product's own functions.
import { beforeAll, describe, expect, test } from 'vitest'

import { openDb, type Connection, type Db } from '../db/handle.ts'
import { claimMarket } from '../market/installation.ts'
import { openSimulatedMarket } from '../market/simulated/open.ts'
import { expectCleanAudit } from '../ledger/testing/clean-audit.ts'
import { freshDatabase } from '../testing/databases.ts'
import { createWorld } from '../testing/world.ts'
import { fillDemoWorld } from './fill.ts'
import { storeDemoSecret } from './market.ts'
import { simulateKeepingPrices } from './testing/keep-prices.ts'
import { signInAsLearner } from './testing/sign-in.ts'

const now = () => Date.parse('2026-11-13T17:00Z')

interface Row {
  readonly rank: number | null
  readonly display_name: string
  readonly roi_percentage: number
  readonly you: boolean
}

describe.each(['always', 'nyse'] as const)('in a market of the hours %s', (hours) => {
  let connection: Connection

  const openWith = async (db: Db) => {
    const seed = await claimMarket(db, { source: 'simulated', hours, secret: null })
    return openSimulatedMarket({ ...seed, hours, now, simulate: simulateKeepingPrices })
  }

  beforeAll(async () => {
    connection = await freshDatabase()
    const db = openDb(connection)
    await storeDemoSecret(db)
    const market = await openWith(db)
    await fillDemoWorld({ db, market, now })
    await market.close()
    await db.close()
  }, 120_000)

  async function openAsLearner() {
    const { app, db } = await createWorld({ connection, now, env: { MARKET_HOURS: hours } })
    const get = await signInAsLearner(app)
    const { leagues } = await get('/api/leagues')
    const boardOf = (index: number) => get(`/api/leagues/${leagues[index].id}/board`)
    return { db, get, leagues, boardOf }
  }

  test('the learner owns a class that runs, a lesson to start and a league that begins tomorrow, and was in a club', async () => {
    const { db, leagues } = await openAsLearner()
    expect(leagues).toMatchObject([
      { name: 'Economics 9b', state: 'open', role: 'owner', members: 25, holdings: 'after' },
      { name: 'Practice lesson', kind: 'lesson', state: 'before', role: 'owner', members: 0 },
      { name: 'Holiday challenge', state: 'before', role: 'owner', members: 6 },
      { name: 'Chess club', state: 'over', role: 'member', members: 12 },
    ])
    expect(leagues[2].starts_at).toBe('2026-11-14T14:00:00.000Z')
    await expectCleanAudit(db)
  })

  test('the class has different results, somebody without a trade and a late joiner', async () => {
    const { get, leagues, boardOf } = await openAsLearner()
    const { board, market, final } = await boardOf(0)
    const rows = board as readonly Row[]
    expect({ final, rows: rows.length }).toEqual({ final: false, rows: 25 })
    expect(rows.find(({ you }) => you)?.rank).toBeGreaterThan(0)
    expect(rows.filter(({ rank }) => rank === null).length).toBeLessThan(6)
    expect(rows.filter(({ rank }) => rank === null).length).toBeGreaterThan(1)
    expect(new Set(rows.map(({ roi_percentage }) => roi_percentage)).size).toBeGreaterThan(12)
    expect(market.roi_percentage).toEqual(expect.any(Number))
    const { members } = await get(`/api/leagues/${leagues[0].id}/members`)
    const named = (members as { organiser_name: string | null }[]).map((one) => one.organiser_name)
    expect(named.filter((name) => name !== null)).toHaveLength(24)
    const portfolio = await get(`/api/portfolio?portfolio=${leagues[0].portfolio}`)
    expect(portfolio.holdings.length).toBeGreaterThan(0)
  })

  test('the club has a final board, and the portfolio of the learner in it is closed', async () => {
    const { get, leagues, boardOf } = await openAsLearner()
    const { board, market, final } = await boardOf(3)
    const rows = board as readonly Row[]
    expect({ final, rows: rows.length }).toEqual({ final: true, rows: 12 })
    expect(rows.slice(0, 3).map(({ rank }) => rank)).toEqual([1, 2, 3])
    expect(market.roi_percentage).toEqual(expect.any(Number))
    const portfolio = await get(`/api/portfolio?portfolio=${leagues[3].portfolio}`)
    const own = board.find(({ you }: Row) => you)
    expect(portfolio.total_value).toBe(own.current_value)
  })
})
