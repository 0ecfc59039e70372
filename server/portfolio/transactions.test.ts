// The list of transactions over HTTP: pages, filters, splits, and the same list as a CSV file.
import type { AddressInfo } from 'node:net'

import { asDay, startOfDay } from '@tengrand/core/day.ts'
import { describe, expect, test } from 'vitest'

import type { Tx } from '../db/handle.ts'
import { ownListing } from '../market/markets.ts'
import { recordSplit } from '../market/store.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { portfolioIdOf, plantTrades, trade } from '../testing/planted-ledger.ts'
import { createWorld, type World } from '../testing/world.ts'
import { rowOf, transactionsCsv } from './csv.ts'

interface Transaction {
  readonly timestamp: string
  readonly type: string
  readonly ticker: string
  readonly quantity: number
  readonly price: number
  readonly cash?: number
}

interface Page {
  readonly transactions: readonly Transaction[]
  readonly next: string | null
  readonly has_splits?: boolean
}

const pageOf = async (learner: Learner, query = ''): Promise<Page> =>
  (await learner.get(`/api/transactions${query}`)).json()

const start = Date.parse('2026-03-02T15:00:00Z')

/** Buys of one share each, alternately of AAPL and TSLA, some of them in the same millisecond. */
const manyBuys = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    trade(
      'BUY',
      1,
      index % 2 === 0 ? 'AAPL' : 'TSLA',
      1 + (index % 7),
      start + Math.floor(index / 3),
    ),
  )

async function worldWith(trades: Parameters<typeof plantTrades>[2]) {
  const world = await createWorld({ now: () => start + 30 * 86_400_000 })
  const learner = await signUp(world.app)
  const accountId = await portfolioIdOf(world.db, learner)
  if (trades.length > 0) await plantTrades(world.db, accountId, trades)
  return { world, learner, accountId }
}

/** Applies a split by which 15 shares become 22.5 on 9 March. */
async function withSplit(world: World): Promise<void> {
  const split = { ticker: 'NVDA', day: asDay('2026-03-09'), numerator: 3, denominator: 2 } as const
  await world.db.transaction((tx) => recordSplit(tx, split))
}

const someTrades = [
  trade('BUY', 15, 'NVDA', 120_49, '2026-03-02T15:00:00.123Z'),
  trade('BUY', 2, 'AAPL', 189_13, '2026-03-03T15:00:00Z'),
  trade('SELL', 10, 'NVDA', 83_05, '2026-03-10T15:00:00Z'),
]

describe('the transactions', () => {
  test('are none at first', async () => {
    const { learner } = await worldWith([])
    expect(await pageOf(learner)).toEqual({ transactions: [], next: null, has_splits: false })
  })

  test('are listed newest first, and a split stands where its day began', async () => {
    const { world, learner } = await worldWith(someTrades)
    await withSplit(world)
    expect(await pageOf(learner)).toEqual({
      transactions: [
        {
          timestamp: '2026-03-10T15:00:00.000Z',
          type: 'SELL',
          ticker: 'NVDA',
          quantity: 10,
          price: 83.05,
          // $1,807.35 for 15 shares, 10 of which were sold before the split was known.
          realized_gain: -374.4,
        },
        {
          timestamp: new Date(startOfDay(asDay('2026-03-09'))).toISOString(),
          type: 'SPLIT',
          ticker: 'NVDA',
          quantity: 7,
          price: 0,
          // Half the price of a new share, from the last trade before: 120.49 × 2/3 is 80.33.
          cash: 40.17,
          // Half a share of 12.5 takes $24.10 of the remaining cost of $602.45.
          realized_gain: 16.07,
        },
        {
          timestamp: '2026-03-03T15:00:00.000Z',
          type: 'BUY',
          ticker: 'AAPL',
          quantity: 2,
          price: 189.13,
          realized_gain: null,
        },
        {
          timestamp: '2026-03-02T15:00:00.123Z',
          type: 'BUY',
          ticker: 'NVDA',
          quantity: 15,
          price: 120.49,
          realized_gain: null,
        },
      ],
      next: null,
      has_splits: true,
    })
  })

  test('come whole in pages of any size', async () => {
    const { learner } = await worldWith(manyBuys(50))
    const whole = await pageOf(learner)
    expect(whole.transactions).toHaveLength(50)
    for (const limit of [1, 2, 7, 49, 50, 1_000]) {
      const seen: Transaction[] = []
      let before = ''
      for (;;) {
        const { transactions, next } = await pageOf(learner, `?limit=${limit}${before}`)
        expect(transactions.length).toBe(Math.min(limit, 50 - seen.length))
        seen.push(...transactions)
        if (next === null) break
        before = `&before=${next}`
      }
      expect(seen).toEqual(whole.transactions)
    }
  })

  test('are a thousand at most, and the rest is a page away', async () => {
    const { learner } = await worldWith(manyBuys(1_003))
    const first = await pageOf(learner)
    expect(first.transactions).toHaveLength(1_000)
    const second = await pageOf(learner, `?before=${first.next}`)
    expect(second.transactions).toHaveLength(3)
    expect(second.next).toBeNull()
    expect(second.transactions.at(-1)?.timestamp).toBe(new Date(start).toISOString())
  })

  test('can be filtered by stock and by kind', async () => {
    const { world, learner } = await worldWith(someTrades)
    await withSplit(world)
    const kinds = async (query: string) =>
      (await pageOf(learner, query)).transactions.map(({ type, ticker }) => `${type} ${ticker}`)
    expect(await kinds('?ticker=nvda')).toEqual(['SELL NVDA', 'SPLIT NVDA', 'BUY NVDA'])
    expect(await kinds('?type=BUY')).toEqual(['BUY AAPL', 'BUY NVDA'])
    expect(await kinds('?type=SPLIT')).toEqual(['SPLIT NVDA'])
    expect(await kinds('?ticker=AAPL&type=SELL')).toEqual([])
    const { transactions, next } = await pageOf(learner, '?ticker=NVDA&limit=1')
    expect(transactions[0]?.type).toBe('SELL')
    expect(await kinds(`?ticker=NVDA&limit=1&before=${next}`)).toEqual(['SPLIT NVDA'])
  })

  test('say on the first page whether there is a split, whatever else is asked for', async () => {
    const { world, learner } = await worldWith(someTrades)
    const query = '?ticker=AAPL&type=BUY'
    expect((await pageOf(learner, query)).has_splits).toBe(false)
    await withSplit(world)
    expect((await pageOf(learner, query)).has_splits).toBe(true)
    const { next } = await pageOf(learner, '?limit=1')
    expect(await pageOf(learner, `?limit=1&before=${next}`)).not.toHaveProperty('has_splits')
    expect((await pageOf(await signUp(world.app))).has_splits).toBe(false)
  })

  test('are refused where a parameter makes no sense, with the field and the reason', async () => {
    const { learner } = await worldWith([])
    const limitSentence = 'limit must be a whole number from 1 to 1,000.'
    const beforeSentence = 'before must be what an earlier answer gave as next.'
    for (const [query, status, code, sentence] of [
      ['?limit=0', 400, 'invalid_request', limitSentence],
      ['?limit=1001', 400, 'invalid_request', limitSentence],
      ['?limit=-1', 400, 'invalid_request', limitSentence],
      ['?limit=1.5', 400, 'invalid_request', limitSentence],
      ['?limit=ten', 400, 'invalid_request', limitSentence],
      ['?limit=', 400, 'invalid_request', limitSentence],
      ['?limit=1&limit=2', 400, 'invalid_request', 'limit must be given only once.'],
      ['?before=yesterday', 400, 'invalid_request', beforeSentence],
      ['?before=1.', 400, 'invalid_request', beforeSentence],
      ['?before=999999999999999.1', 400, 'invalid_request', beforeSentence],
      ['?type=GIFT', 400, 'invalid_request', 'type must be one of BUY, SELL, SPLIT.'],
      ['?type=', 400, 'invalid_request', 'type must be one of BUY, SELL, SPLIT.'],
      [
        '?ticker=ZZZZ',
        404,
        'unknown_ticker',
        'ZZZZ is not one of the 16 stocks you can trade here.',
      ],
      [
        `?ticker=${'A'.repeat(41)}`,
        400,
        'invalid_request',
        'ticker must have at most 40 characters.',
      ],
      ['?ticker=', 400, 'invalid_request', 'ticker is missing.'],
    ] as const) {
      const answer = await learner.get(`/api/transactions${query}`)
      expect({ query, status: answer.statusCode, ...answer.json() }).toMatchObject({
        query,
        status,
        code,
        detail: sentence,
      })
    }
  })

  test('can be listed from a cursor of the far future and of the far past', async () => {
    const { learner } = await worldWith(manyBuys(3))
    for (const [before, count] of [
      ['99999999999999.999999999999999', 3],
      ['0.0', 0],
      // Cursors at the same instant as all three lines, with the number of older ones, also a number above all of them.
      [`${start}.2`, 2],
      [`${start}.0`, 0],
      [`${start}.3`, 0],
    ] as const) {
      const { transactions } = await pageOf(learner, `?before=${before}`)
      expect([before, transactions.length]).toEqual([before, count])
    }
  })

  test('have cursors that say nothing about the trades of others, and go on where they were', async () => {
    const { world, learner, accountId } = await worldWith(manyBuys(7))
    const other = await signUp(world.app)
    await plantTrades(world.db, await portfolioIdOf(world.db, other), manyBuys(7))
    for (const limit of [1, 2, 3, 4, 5, 6]) {
      const [own, others] = await Promise.all(
        [learner, other].map((one) => pageOf(one, `?limit=${limit}`)),
      )
      expect(own?.next).not.toBeNull()
      expect(own?.next).toBe(others?.next)
    }
    const { next } = await pageOf(learner, '?limit=2')
    const rest = await pageOf(learner, `?before=${next}`)
    // A trade at the instant of the page's last line, and a later one.
    await plantTrades(world.db, accountId, [
      trade('BUY', 1, 'AAPL', 1, start + 1),
      trade('BUY', 1, 'AAPL', 1, start + 3),
    ])
    expect(await pageOf(learner, `?before=${next}`)).toEqual(rest)
  })

  test('are only those of the learner who asks', async () => {
    const { world } = await worldWith(someTrades)
    const other = await signUp(world.app)
    expect(await pageOf(other)).toEqual({ transactions: [], next: null, has_splits: false })
    expect((await world.app.inject('/api/transactions')).statusCode).toBe(401)
  })
})

describe('the CSV file', () => {
  test('has a row for each transaction, newest first, with what it brought', async () => {
    const { world, learner } = await worldWith(someTrades)
    await withSplit(world)
    const answer = await learner.get('/api/transactions.csv')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tengrand-transactions.csv"',
      'cache-control': 'no-store',
    })
    expect(answer.body).toBe(
      [
        'Date,Type,Ticker,Quantity,Price,Total,Cash,Realized gain',
        '2026-03-10T15:00:00.000Z,SELL,NVDA,10,83.05,830.5,830.5,-374.4',
        '2026-03-09T04:00:00.000Z,SPLIT,NVDA,7,0,0,40.17,16.07',
        '2026-03-03T15:00:00.000Z,BUY,AAPL,2,189.13,378.26,-378.26,',
        '2026-03-02T15:00:00.123Z,BUY,NVDA,15,120.49,1807.35,-1807.35,',
        '',
      ].join('\r\n'),
    )
  })

  test('is refused without a token, and has a header row alone for a newcomer', async () => {
    const { world, learner } = await worldWith([])
    const nobody = await world.app.inject('/api/transactions.csv')
    expect(nobody.statusCode).toBe(401)
    expect(nobody.json().code).toBe('unauthorized')
    expect(nobody.headers).not.toHaveProperty('content-disposition')
    expect((await learner.get('/api/transactions.csv')).body).toBe(
      'Date,Type,Ticker,Quantity,Price,Total,Cash,Realized gain\r\n',
    )
  })

  test('has every one of many rows, once and in order', async () => {
    const { learner } = await worldWith(manyBuys(4_321))
    const lines = (await learner.get('/api/transactions.csv')).body.split('\r\n')
    expect(lines).toHaveLength(4_321 + 2)
    const dates = lines.slice(1, -1).map((line) => line.split(',')[0] ?? '')
    expect(dates).toEqual(dates.toSorted().toReversed())
    const cash = lines.slice(1, -1).map((line) => Number(line.split(',')[6]))
    const { cash_balance } = (await learner.get('/api/portfolio')).json()
    expect(10_000 + cash.reduce((sum, one) => sum + one, 0)).toBeCloseTo(cash_balance, 6)
  })

  test('is read a page at a time, as fast as the client takes it', async () => {
    const { world, accountId } = await worldWith(manyBuys(850))
    const sizes: number[] = []
    const watched: Tx = {
      query: async <Row>(text: string, values?: readonly unknown[]) => {
        const rows = await world.db.query<Row>(text, values)
        sizes.push(rows.length)
        return rows
      },
    }
    const taken: number[] = []
    for await (const text of await transactionsCsv(watched, accountId, ownListing)) {
      taken.push(text.split('\r\n').length - 1)
      expect(sizes).toHaveLength(taken.length)
    }
    expect(taken).toEqual([251, 250, 250, 100])
    expect(Math.max(...sizes)).toBe(251)
  })

  test('arrives whole at a real client, also compressed, and with its headers alone for HEAD', async () => {
    const { world, learner } = await worldWith(manyBuys(2_500))
    await world.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = world.app.server.address() as AddressInfo
    const ask = (method: string, encoding: string) =>
      fetch(`http://127.0.0.1:${port}/api/transactions.csv`, {
        method,
        headers: { authorization: `Bearer ${learner.token}`, 'accept-encoding': encoding },
      })
    const plain = await (await ask('GET', 'identity')).text()
    expect(plain.split('\r\n')).toHaveLength(2_502)
    const squeezed = await ask('GET', 'gzip')
    expect(squeezed.headers.get('content-encoding')).toBe('gzip')
    expect(await squeezed.text()).toBe(plain)
    const head = await ask('HEAD', 'identity')
    expect(head.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(await head.text()).toBe('')
  })

  test.each(['br', 'gzip', 'identity'])(
    'that fails half-way (%s) is never taken for the whole, and has its line in the log',
    async (encoding) => {
      const { world, learner } = await worldWith(manyBuys(2_500))
      // The oldest trade, on the last page, gets a price above a safe integer.
      await world.db.query(
        `update trade set shares = 1, price_cents = 1::bigint << 60, cash_cents = -(1::bigint << 60)
         where id = (select id from trade order by at, id limit 1)`,
      )
      await world.app.listen({ port: 0, host: '127.0.0.1' })
      const { port } = world.app.server.address() as AddressInfo
      const ending = await fetch(`http://127.0.0.1:${port}/api/transactions.csv`, {
        headers: { authorization: `Bearer ${learner.token}`, 'accept-encoding': encoding },
      })
        .then(
          async (answer) => `${answer.status} ${((await answer.json()) as { code: string }).code}`,
          (error: Error) => error.message,
        )
        .catch((error: Error) => error.message)
      expect(ending).toMatch(/^(500 internal_error|terminated|fetch failed)$/)
      const lines = world.logLines.filter((line) => line.includes('a download was broken off'))
      expect(lines).toHaveLength(1)
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: expect.stringMatching(/./) })
    },
  )

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['x;"=1', `"x;'""=1"`],
    ['x;=1; -1;y', "x;'=1;' -1;y"],
    ['a "b", c', '"a ""b"", c"'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
    [-18.5, '-18.5'],
    [0, '0'],
  ])('writes the cell %j as %j', (cell, written) => {
    expect(rowOf([cell, 1])).toBe(`${written},1\r\n`)
  })
})
