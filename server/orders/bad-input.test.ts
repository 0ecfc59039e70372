// Invalid orders: each fault gets a status, a code and a sentence, and nothing is written.
import { randomUUID } from 'node:crypto'

import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { positionRows } from '../testing/planted-portfolio.ts'
import { createWorld, type World } from '../testing/world.ts'

const now = () => Date.parse('2026-11-13T15:30:00Z')
const good = '{"ticker":"AAPL","quantity":1,"price":100}'

/** The valid order with a part of its text replaced, which also allows JSON that no object produces. */
const instead = (part: string, other: string): string => good.replace(part, other)
const withQuantity = (text: string): string => instead('"quantity":1', `"quantity":${text}`)
const withPrice = (text: string): string => instead('"price":100', `"price":${text}`)
const withTicker = (text: string): string => instead('"AAPL"', text)

type Row = [what: string, body: string, status: number, code: string, sentence: string]

const quantitySentence = 'Quantity must be a whole number from 1 to 1,000,000.'
const notJson = 'The body of the request is not valid JSON.'

const nameTwice = 'A name occurs twice in the body of the request.'

const invalid = (what: string, body: string, sentence: string): Row => [
  what,
  body,
  400,
  'invalid_request',
  sentence,
]
const unknown = (what: string, body: string, ticker: string): Row => [
  what,
  body,
  404,
  'unknown_ticker',
  `${ticker} is not one of the 16 stocks you can trade here.`,
]

const quantities: Row[] = [
  ['a negative quantity', '-1'],
  ['a quantity of zero', '0'],
  ['a quantity of minus zero', '-0'],
  ['a fractional quantity', '1.5'],
  ['a quantity just above a whole number', '1.0000000001'],
  ['a quantity above the largest', '1000001'],
  ['a huge quantity', '9007199254740993'],
  ['a quantity beyond all numbers', '1e400'],
  ['a tiny quantity', '1e-400'],
  ['a quantity as a text', '"1"'],
  ['a quantity that is called NaN', '"NaN"'],
  ['an empty quantity', '""'],
  ['a quantity that is null', 'null'],
  ['a quantity that is true', 'true'],
  ['a list of quantities', '[1]'],
  ['an object for a quantity', '{"valueOf":1}'],
].map(([what = '', text = '']) => [
  what,
  withQuantity(text),
  400,
  'invalid_quantity',
  quantitySentence,
])

const priceRule = 'a number of dollars, at least 0.01'
const prices: Row[] = [
  ['a price of zero', '0', priceRule],
  ['a negative price', '-100', priceRule],
  ['a price below a cent', '0.009', priceRule],
  ['a price above the largest', '10000001', 'at most 10,000,000'],
  ['a price beyond all numbers', '1e400', priceRule],
  ['a price as a text', '"100"', priceRule],
  ['a price that is null', 'null', priceRule],
  ['a price that is a list', '[100]', priceRule],
].map(([what = '', text = '', why]) => invalid(what, withPrice(text), `price must be ${why}.`))

const rows: Row[] = [
  ...quantities,
  ['a missing quantity', instead('"quantity":1,', ''), 400, 'invalid_quantity', quantitySentence],
  invalid('a quantity that is NaN', withQuantity('NaN'), notJson),
  invalid('a quantity that is Infinity', withQuantity('Infinity'), notJson),
  ...prices,
  invalid('a missing price', instead(',"price":100', ''), 'price is missing.'),
  [
    'a tampered price',
    withPrice('0.01'),
    409,
    'price_moved',
    'The price of AAPL is now $100.00. Please review and try again.',
  ],
  unknown('a ticker that is not traded', withTicker('"ZZZZ"'), 'ZZZZ'),
  unknown('such a ticker in lower case', withTicker('"zzzz "'), 'ZZZZ'),
  unknown('a name that every object has', withTicker('"constructor"'), 'CONSTRUCTOR'),
  invalid('an empty ticker', withTicker('"  "'), 'ticker is missing.'),
  invalid(
    'a long ticker',
    withTicker(`"${'A'.repeat(41)}"`),
    'ticker must have at most 40 characters.',
  ),
  invalid('a ticker that is a number', withTicker('1'), 'ticker must be text.'),
  invalid('a missing ticker', instead('"ticker":"AAPL",', ''), 'ticker is missing.'),
  invalid(
    'a field that is not known',
    instead('{', '{"account_id":7,'),
    'The field account_id is not known here.',
  ),
  invalid('a field that poisons objects', instead('{', '{"__proto__":{},'), notJson),
  invalid('an empty object', '{}', 'ticker is missing.'),
  invalid('a list', `[${good}]`, 'The body of the request must be a JSON object.'),
  invalid('a text', '"buy"', 'The body of the request must be a JSON object.'),
  invalid('nothing but null', 'null', 'ticker is missing.'),
  ...[
    ['a second quantity', instead('"quantity":1', '"quantity":1,"quantity":2')],
    ['the same quantity twice', instead('"quantity":1', '"quantity":1,"quantity":1')],
    ['a second ticker in other letters', instead('{', '{"tic\\u006ber":"NVDA",')],
  ].map(([what = '', body = '']) => invalid(what, body, nameTwice)),
  invalid('an empty body', '', notJson),
  invalid('half an order', good.slice(0, 20), notJson),
  [
    'an order that is too long',
    withTicker(`"${' '.repeat(17_000)}AAPL"`),
    413,
    'body_too_large',
    'A request may carry at most 16 KB.',
  ],
]

const json = { 'content-type': 'application/json' }

type HeaderRow = [string, Record<string, string>, number, string, string]

const wrongHeaders: HeaderRow[] = [
  ...['text/plain', 'application/x-www-form-urlencoded', 'text/html'].map((type): HeaderRow => [
    `the content type ${type}`,
    { 'content-type': type },
    415,
    'unsupported_media_type',
    'Please send JSON, with the header Content-Type: application/json.',
  ]),
  // Node.js joins two headers of the same name into one.
  ...[
    `${randomUUID()}, ${randomUUID()}`,
    '',
    'again',
    '123',
    '7d444840-9dc0-11d1-b245-5ffdce74fad',
    "' or 1=1 --",
  ].map((key): HeaderRow => [
    `the Idempotency-Key '${key}'`,
    { ...json, 'idempotency-key': key },
    400,
    'invalid_request',
    'The header Idempotency-Key must be a UUID.',
  ]),
  ...['', 'Bearer ', 'Bearer a.b.c', 'Basic bGVhcm5lcjpwYXNzd29yZA=='].map(
    (authorization): HeaderRow => [
      `the authorization '${authorization}'`,
      { ...json, authorization },
      401,
      'unauthorized',
      'Please sign in again.',
    ],
  ),
]

/** A world in which a valid buy and a valid sell would both succeed. */
async function createShop(): Promise<{ world: World; token: string }> {
  const world = await createWorld({ now, market: createScriptedMarket({ now }) })
  const learner = await signUp(world.app)
  const bought = await learner.post('/api/buy', { ticker: 'AAPL', quantity: 2, price: 100 })
  expect(bought.statusCode).toBe(200)
  return { world, token: learner.token }
}

const ledgerOf = ({ db }: World) =>
  db.query(`select (select count(*) from trade) as trades, (select sum(quantity) from ${positionRows})
    as shares, (select sum(cash_cents) from portfolio) as cash`)

const send = async (
  app: FastifyInstance,
  way: string,
  headers: Record<string, string>,
  payload: string,
) => {
  const answer = await app.inject({ method: 'POST', url: `/api/${way}`, headers, payload })
  const { code, error, detail, status } = answer.json()
  expect([detail, status]).toEqual([error, answer.statusCode])
  expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8')
  return [status, code, error]
}

/** One world for a whole table, because none of these orders may leave a trace. */
describe('an order is refused and nothing is written', () => {
  test.each(['buy', 'sell'])('for every fault that the body of a %s can have', async (way) => {
    const { world, token } = await createShop()
    const before = await ledgerOf(world)
    const headers = { ...json, authorization: `Bearer ${token}` }
    for (const [what, body, ...expected] of rows) {
      expect.soft(await send(world.app, way, headers, body), what).toEqual(expected)
    }
    expect(await ledgerOf(world)).toEqual(before)
    const request = { method: 'POST', url: `/api/${way}`, headers, body: good } as const
    expect((await world.app.inject(request)).statusCode).toBe(200)
  })

  test.each(['buy', 'sell'])('for every fault that the headers of a %s can have', async (way) => {
    const { world, token } = await createShop()
    const before = await ledgerOf(world)
    for (const [what, wrong, ...expected] of wrongHeaders) {
      const headers = { authorization: `Bearer ${token}`, ...wrong }
      expect.soft(await send(world.app, way, headers, good), what).toEqual(expected)
    }
    expect
      .soft(await send(world.app, way, json, good), 'no token')
      .toEqual([401, 'unauthorized', 'Please sign in again.'])
    expect(await ledgerOf(world)).toEqual(before)
  })
})
