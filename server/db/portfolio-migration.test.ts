// Migrates a database of the version before portfolios were split from accounts.
import { cents } from '@tengrand/core/money.ts'
import { anySteps, rareSteps, type Step } from '@tengrand/core/testing/random-account.ts'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'

import { report } from '../audit.ts'
import { tickerIdOf } from '../market/ticker-id.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { openDb, type Db } from './handle.ts'
import { migrate } from './migrate.ts'

const createdAt = new Date('2026-01-01T12:00Z')

interface OldAccount {
  readonly id: number
  readonly steps: readonly Step[]
}

/** Inserts rows like the earlier version: cash on the account, and a row for each position, including empty ones. */
async function plant(db: Db, { id, steps }: OldAccount): Promise<void> {
  const trades = steps.filter(({ entry }) => entry.type !== 'SPLIT')
  await db.query(
    `insert into account (id, issuer, subject, display_name, name_key, cash_cents, created_at,
       first_trade_at, last_trade_at, email_verified)
     overriding system value
     select n, 'i', n::text, 'Old ' || n, 'old' || n, $2, $3, $4, $5, $6 from cast($1 as bigint) as n`,
    [
      id,
      Number(steps.at(-1)?.cash ?? 1_000_000n),
      createdAt,
      timeOf(trades[0]),
      timeOf(trades.at(-1)),
      id % 2 === 0,
    ],
  )
  for (const { entry } of steps) {
    const isSplit = entry.type === 'SPLIT'
    const shares = entry.type === 'SELL' ? -entry.quantity : entry.quantity
    await db.query(
      `insert into trade (account_id, at, type, ticker_id, shares, cash_cents, price_cents, seen_cents, key,
         numerator, denominator)
       values ($1, $2, $3, $4, $5, $6, $7, $7, case when $3 = 'SPLIT' then null else gen_random_uuid() end, $8, $9)`,
      [
        id,
        new Date(entry.at),
        entry.type,
        tickerIdOf(entry.ticker),
        shares,
        isSplit ? entry.cash : cents(-shares * entry.price),
        isSplit ? 0 : entry.price,
        isSplit ? entry.ratio.numerator : null,
        isSplit ? entry.ratio.denominator : null,
      ],
    )
  }
  for (const [ticker, { quantity, cost }] of lastByTicker(steps)) {
    await db.query('insert into position values ($1, $2, $3, $4)', [
      id,
      tickerIdOf(ticker),
      Number(quantity),
      Number(cost),
    ])
  }
}

const timeOf = (step: Step | undefined): Date | null => (step ? new Date(step.entry.at) : null)

const lastByTicker = (steps: readonly Step[]) =>
  new Map(steps.map((step) => [step.entry.ticker, step]))

async function auditOf(db: Db): Promise<readonly string[]> {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  await report({ db, fix: false, say, showProgress: () => undefined })
  return said
}

test('every account becomes its first chapter, with its cash, shares and costs to the cent, and what each sale cost', async () => {
  const { db, connection } = await databaseBefore('0016')
  const worlds = fc.sample(anySteps, { numRuns: 30, seed: 16 })
  const accounts = [rareSteps, [], ...worlds].map((steps, index) => ({ id: index * 7 + 3, steps }))
  for (const account of accounts) await plant(db, account)
  const trades = accounts.reduce((sum, { steps }) => sum + steps.length, 0)

  await migrate(db)

  const unlimited = openDb(connection, { unlimited: true })
  expect(await auditOf(unlimited)).toEqual([
    `${accounts.length} portfolios with ${trades} trades: all is well.`,
  ])
  await unlimited.close()
  for (const { id, steps } of accounts) {
    const [row] = await db.query(
      `select account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, closed_at, email_verified,
         shares::text, cost_cents::text
       from portfolio where id = $1`,
      [id],
    )
    const held = lastByTicker(steps)
    const list = (part: 'quantity' | 'cost') => {
      const amounts = Array.from({ length: 16 }, () => 0n)
      for (const [ticker, step] of held) amounts[tickerIdOf(ticker) - 1] = step[part]
      return `{${amounts.join(',')}}`
    }
    expect(row).toEqual({
      account_id: id,
      contest_id: 1,
      chapter: 1,
      starting_cents: 1_000_000,
      cash_cents: Number(steps.at(-1)?.cash ?? 1_000_000n),
      opened_at: createdAt,
      closed_at: null,
      email_verified: id % 2 === 0,
      shares: list('quantity'),
      cost_cents: list('cost'),
    })
    const costs = await db.query<{ cost: number }>(
      `select cost_cents as cost from trade where portfolio_id = $1 order by at, (type <> 'SPLIT'), id`,
      [id],
    )
    expect(costs.map(({ cost }) => cost)).toEqual(steps.map(({ entry }) => entry.cost))
  }
})

test('a migration that ended in the middle has left nothing, and can be started again', async () => {
  const { db } = await databaseBefore('0016')
  await plant(db, { id: 3, steps: rareSteps })
  const broken = db.transaction(async (tx) => {
    await migrate({ ...db, transaction: (work) => work(tx) })
    throw new Error('the power went')
  })
  await expect(broken).rejects.toThrow('the power went')
  expect(await db.query('select from position')).toHaveLength(lastByTicker(rareSteps).size)
  expect(await migrate(db)).toContain('0016-portfolio.sql')
  expect(await db.query('select from portfolio')).toHaveLength(1)
})

test('the next account after the migration has a portfolio with a number of its own', async () => {
  const { db } = await databaseBefore('0016')
  await plant(db, { id: 41, steps: [] })
  await migrate(db)
  const [row] = await db.query<{ id: number }>(
    `insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through, email_verified)
     values (41, 1, 2, 1, 1, now(), 0, false) on conflict do nothing returning id`,
  )
  expect(row).toBeUndefined()
  await db.query(
    'update portfolio set closed_at = now(), closing_key = gen_random_uuid(), closing_prices = shares, final_cents = 1',
  )
  const [next] = await db.query<{ id: number }>(
    `insert into portfolio (account_id, contest_id, chapter, starting_cents, cash_cents, opened_at, splits_through, email_verified)
     values (41, 1, 2, 1, 1, now(), 0, false) returning id`,
  )
  expect(next?.id).toBeGreaterThan(41)
})
