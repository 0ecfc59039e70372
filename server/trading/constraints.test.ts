// Rows that the database itself refuses, whatever the code in front of it does.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { openDb, type Db } from '../db/handle.ts'
import { freshDatabase } from '../testing/world.ts'

type Row = Readonly<Record<string, string | number | null>>

const missing = '23502'
const unknown = '23503'
const doubled = '23505'
const impossible = '23514'

const [key, otherKey] = [1, 2].map((n) => `00000000-0000-4000-8000-00000000000${n}`)
const at = '2026-03-09T04:00:00Z'

/** Both accounts have these; each row below is made anew beside them. */
const account: Row = {
  issuer: 'i',
  subject: 'c',
  display_name: 'c',
  name_key: 'c',
  cash_cents: 0,
  created_at: at,
}
const buy: Row = {
  account_id: 1,
  at,
  type: 'BUY',
  ticker_id: 1,
  shares: 2,
  cash_cents: -200,
  price_cents: 100,
  key: otherKey ?? '',
}
const sell: Row = { ...buy, type: 'SELL', shares: -2, cash_cents: 200 }
const splitLine: Row = {
  account_id: 1,
  at,
  type: 'SPLIT',
  ticker_id: 2,
  shares: 7,
  cash_cents: 40,
  price_cents: 0,
  numerator: 3,
  denominator: 2,
}
const position: Row = { account_id: 1, ticker_id: 2, quantity: 4, cost_cents: 756 }
const split: Row = { ticker_id: 2, day: '2026-03-09', numerator: 3, denominator: 2 }

let db: Db
beforeAll(async () => {
  db = openDb(await freshDatabase())
  for (const [subject, name] of [
    ['a', 'Bold Otter 1'],
    ['b', 'Calm Heron 2'],
  ] as const)
    await insert(db, 'account', { ...account, subject, display_name: name, name_key: subject })
  await insert(db, 'trade', { ...buy, key: key ?? '' })
  await insert(db, 'trade', { ...splitLine, ticker_id: 1 })
  await insert(db, 'position', { ...position, ticker_id: 1 })
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

type Table = 'account' | 'trade' | 'position' | 'split'

describe('the database takes', () => {
  test.each<[string, Table, Row]>([
    ['an account', 'account', account],
    ['a buy', 'trade', buy],
    ['the same key in another account', 'trade', { ...buy, account_id: 2, key: key ?? '' }],
    ['a sale', 'trade', sell],
    ['a split', 'trade', splitLine],
    ['a split that takes shares', 'trade', { ...splitLine, shares: -7 }],
    ['a split in another account', 'trade', { ...splitLine, account_id: 2, ticker_id: 1 }],
    ['a position', 'position', position],
    ['an empty position', 'position', { ...position, quantity: 0, cost_cents: 0 }],
    ['shares that have cost nothing', 'position', { ...position, cost_cents: 0 }],
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
    ['cash below zero', 'account', { ...account, cash_cents: -1 }, impossible],
    ['no cash at all', 'account', { ...account, cash_cents: null }, missing],
    ['a second account of one person', 'account', { ...account, subject: 'a' }, doubled],
    ['a name that looks like another', 'account', { ...account, name_key: 'a' }, doubled],
    ['a name without its look', 'account', { ...account, name_key: null }, missing],

    ['a trade of nobody', 'trade', { ...buy, account_id: 3 }, unknown],
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

    ['shares below zero', 'position', { ...position, quantity: -1 }, impossible],
    ['cost below zero', 'position', { ...position, cost_cents: -1 }, impossible],
    ['cost without shares', 'position', { ...position, quantity: 0, cost_cents: 1 }, impossible],
    ['a position in no stock', 'position', { ...position, ticker_id: 17 }, impossible],
    ['a position of nobody', 'position', { ...position, account_id: 3 }, unknown],
    ['a second position in one stock', 'position', { ...position, ticker_id: 1 }, doubled],

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
    ['to spend more than there is', 'update account set cash_cents = cash_cents - 1'],
    ['to sell more than there is', 'update position set quantity = quantity - 5, cost_cents = 0'],
    ['to change what a trade brought', "update trade set cash_cents = 5 where type = 'BUY'"],
  ])('%s', async (_what, statement) => {
    await expect(db.query(statement)).rejects.toMatchObject({ code: impossible })
  })
})
