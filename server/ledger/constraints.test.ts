// Rows that the database's constraints refuse, independent of the code.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import { freshDatabase } from '../testing/databases.ts'

type Row = Readonly<Record<string, string | number | boolean | null>>

const missing = '23502'
const unknown = '23503'
const doubled = '23505'
const impossible = '23514'

const [key, otherKey] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const at = '2026-03-09T04:00:00Z'

/** The columns of both accounts; each test changes some of them in a new row. */
const account: Row = {
  issuer: 'i',
  subject: 'c',
  display_name: 'c',
  name_key: 'c',
  created_at: at,
}
const buy: Row = {
  portfolio_id: 1,
  at,
  type: 'BUY',
  ticker_id: 1,
  shares: 2,
  cash_cents: -200,
  price_cents: 100,
  cost_cents: 0,
  key: otherKey ?? '',
}
const sell: Row = { ...buy, type: 'SELL', shares: -2, cash_cents: 200 }
const splitLine: Row = {
  portfolio_id: 1,
  at,
  type: 'SPLIT',
  ticker_id: 2,
  shares: 7,
  cash_cents: 40,
  price_cents: 0,
  cost_cents: 30,
  numerator: 3,
  denominator: 2,
}
/** A list of the 16 stocks with the amount at one place and zero at all others. */
const only = (amount: number, place = 1): string =>
  `{${Array.from({ length: 16 }, (_, index) => (index + 1 === place ? amount : 0)).join(',')}}`

const portfolio: Row = {
  account_id: 1,
  contest_id: 1,
  chapter: 2,
  starting_cents: 1_000_000,
  cash_cents: 0,
  shares: only(4, 16),
  cost_cents: only(756, 16),
  opened_at: at,
  splits_through: 0,
  email_verified: false,
}
const closing: Row = {
  closed_at: at,
  closing_key: key ?? '',
  closing_prices: only(100),
  final_cents: 5,
}
const split: Row = { ticker_id: 2, day: '2026-03-09', numerator: 3, denominator: 2 }

let db: Db
beforeAll(async () => {
  db = openDb(await freshDatabase())
  for (const [subject, name] of [
    ['a', 'Bold Otter 1'],
    ['b', 'Calm Heron 2'],
  ] as const)
    await insert(db, 'account', { ...account, subject, display_name: name, name_key: subject })
  const first = { ...portfolio, chapter: 1, shares: only(4), cost_cents: only(756) }
  await insert(db, 'portfolio', { ...first, ...closing, closing_key: otherKey ?? '' })
  await insert(db, 'portfolio', { ...first, account_id: 2 })
  await insert(db, 'trade', { ...buy, key: key ?? '' })
  await insert(db, 'trade', { ...splitLine, ticker_id: 1 })
  await insert(db, 'split', { ...split, ticker_id: 1 })
})
afterAll(() => db.close())

const insert = (tx: Pick<Db, 'query'>, table: string, row: Row): Promise<unknown[]> => {
  const names = Object.keys(row)
  const places = names.map((_name, index) => `$${index + 1}`)
  return tx.query(
    `insert into ${table} (${names.join(', ')}) values (${places.join(', ')}) returning 1`,
    Object.values(row),
  )
}

type Table = 'account' | 'portfolio' | 'trade' | 'split'

describe('the database takes', () => {
  test.each<[string, Table, Row]>([
    ['an account', 'account', account],
    ['a buy', 'trade', buy],
    ['the same key in another portfolio', 'trade', { ...buy, portfolio_id: 2, key: key ?? '' }],
    ['a sale', 'trade', sell],
    ['a split', 'trade', splitLine],
    ['a split that takes shares', 'trade', { ...splitLine, shares: -7 }],
    ['a split in another portfolio', 'trade', { ...splitLine, portfolio_id: 2, ticker_id: 1 }],
    ['a sale with the cost that left', 'trade', { ...sell, cost_cents: 300 }],
    ['a portfolio', 'portfolio', portfolio],
    ['an empty portfolio', 'portfolio', { ...portfolio, shares: only(0), cost_cents: only(0) }],
    ['shares that have cost nothing', 'portfolio', { ...portfolio, cost_cents: only(0) }],
    ['a chapter that is over', 'portfolio', { ...portfolio, account_id: 2, ...closing }],
    ['the news of a split', 'split', split],
  ])('%s', async (_what, table, row) => {
    const isEnough = new Error('That was enough.')
    const tried = db.transaction(async (tx) => {
      expect(await insert(tx, table, row)).toHaveLength(1)
      throw isEnough
    })
    await expect(tried).rejects.toBe(isEnough)
  })
})

describe('the database refuses', () => {
  test.each<[string, Table, Row, string]>([
    ['a second account of one person', 'account', { ...account, subject: 'a' }, doubled],
    ['a name that looks like another', 'account', { ...account, name_key: 'a' }, doubled],
    ['a name without its look', 'account', { ...account, name_key: null }, impossible],

    ['a trade of nobody', 'trade', { ...buy, portfolio_id: 3 }, unknown],
    ['a trade of no time', 'trade', { ...buy, at: null }, missing],
    ['another kind of trade', 'trade', { ...buy, type: 'GIFT' }, impossible],
    ['a stock below the first', 'trade', { ...buy, ticker_id: 0 }, impossible],
    ['a stock above the last', 'trade', { ...buy, ticker_id: 17 }, impossible],
    ['no stock', 'trade', { ...buy, ticker_id: null }, missing],
    ['a second trade with one key', 'trade', { ...buy, key: key ?? '' }, doubled],
    ['a sale with the key of a buy', 'trade', { ...sell, key: key ?? '' }, doubled],

    ['a buy without a key', 'trade', { ...buy, key: null }, impossible],
    ['a buy of nothing', 'trade', { ...buy, shares: 0, cash_cents: 0 }, impossible],
    ['a buy that takes shares', 'trade', { ...buy, shares: -2, cash_cents: 200 }, impossible],
    ['a buy that brings cash', 'trade', { ...buy, cash_cents: 200 }, impossible],
    ['a buy for a cent too little', 'trade', { ...buy, cash_cents: -199 }, impossible],
    ['a buy for a cent too much', 'trade', { ...buy, cash_cents: -201 }, impossible],
    ['a buy for nothing', 'trade', { ...buy, price_cents: 0, cash_cents: 0 }, impossible],
    ['a price below zero', 'trade', { ...buy, price_cents: -100, cash_cents: 200 }, impossible],

    ['a sale without a key', 'trade', { ...sell, key: null }, impossible],
    ['a sale of nothing', 'trade', { ...sell, shares: 0, cash_cents: 0 }, impossible],
    ['a sale that brings shares', 'trade', { ...sell, shares: 2, cash_cents: -200 }, impossible],
    ['a sale for a cent too much', 'trade', { ...sell, cash_cents: 201 }, impossible],
    ['a sale for nothing', 'trade', { ...sell, price_cents: 0, cash_cents: 0 }, impossible],

    ['a split with a key', 'trade', { ...splitLine, key: otherKey ?? '' }, impossible],
    ['a split with a price', 'trade', { ...splitLine, price_cents: 1 }, impossible],
    ['a split that costs cash', 'trade', { ...splitLine, cash_cents: -1 }, impossible],
    ['a split for no shares', 'trade', { ...splitLine, denominator: 0 }, impossible],
    ['a split into no shares', 'trade', { ...splitLine, numerator: 0 }, impossible],
    ['a split without its terms', 'trade', { ...splitLine, numerator: null }, impossible],
    ['a split with half of its terms', 'trade', { ...splitLine, denominator: null }, impossible],
    ['a second line of one split', 'trade', { ...splitLine, ticker_id: 1, shares: 9 }, doubled],

    ['a buy with which a cost leaves', 'trade', { ...buy, cost_cents: 1 }, impossible],
    ['a sale with a cost below zero', 'trade', { ...sell, cost_cents: -1 }, impossible],
    ['a split with a cost below zero', 'trade', { ...splitLine, cost_cents: -1 }, impossible],
    ['a trade without its cost', 'trade', { ...sell, cost_cents: null }, missing],

    ['cash below zero', 'portfolio', { ...portfolio, cash_cents: -1 }, impossible],
    ['no cash at all', 'portfolio', { ...portfolio, cash_cents: null }, missing],
    ['a start with nothing', 'portfolio', { ...portfolio, starting_cents: 0 }, impossible],
    ['shares below zero', 'portfolio', { ...portfolio, shares: only(-1) }, impossible],
    ['cost below zero', 'portfolio', { ...portfolio, cost_cents: only(-1, 16) }, impossible],
    ['cost without shares', 'portfolio', { ...portfolio, cost_cents: only(1, 7) }, impossible],
    ['fifteen stocks', 'portfolio', { ...portfolio, shares: `{${'0,'.repeat(14)}0}` }, impossible],
    [
      'seventeen stocks',
      'portfolio',
      { ...portfolio, cost_cents: `{${'0,'.repeat(16)}0}` },
      impossible,
    ],
    [
      'an unknown number of shares',
      'portfolio',
      { ...portfolio, shares: only(4, 16).replace('0', 'null') },
      impossible,
    ],
    ['a portfolio of nobody', 'portfolio', { ...portfolio, account_id: 3 }, unknown],
    ['a portfolio in no contest', 'portfolio', { ...portfolio, contest_id: 2 }, unknown],
    ['a second first chapter', 'portfolio', { ...portfolio, ...closing, chapter: 1 }, doubled],
    ['two open chapters of one account', 'portfolio', { ...portfolio, account_id: 2 }, doubled],
    [
      'two chapters that one request has closed',
      'portfolio',
      { ...portfolio, ...closing, closing_key: otherKey ?? '' },
      doubled,
    ],
    ['an end without a value', 'portfolio', { ...portfolio, closed_at: at }, impossible],
    ['a value without an end', 'portfolio', { ...portfolio, final_cents: 5 }, impossible],
    [
      'an end without prices',
      'portfolio',
      { ...portfolio, ...closing, closing_prices: null },
      impossible,
    ],

    ['a split of a stock that is not there', 'split', { ...split, ticker_id: 17 }, unknown],
    [
      'two splits of a stock on one day',
      'split',
      { ...split, ticker_id: 1, numerator: 9 },
      doubled,
    ],
    ['news of a split into nothing', 'split', { ...split, numerator: 0 }, impossible],
    ['news of a split of nothing', 'split', { ...split, denominator: 0 }, impossible],
  ])('%s', async (_what, table, row, code) => {
    await expect(insert(db, table, row)).rejects.toMatchObject({ code })
  })

  test.each([
    ['to spend more than there is', 'update portfolio set cash_cents = cash_cents - 1'],
    [
      'to sell more than there is',
      'update portfolio set shares[1] = shares[1] - 5, cost_cents[1] = 0',
    ],
    ['to change what a trade brought', "update trade set cash_cents = 5 where type = 'BUY'"],
  ])('%s', async (_what, statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: impossible })
  })
})
