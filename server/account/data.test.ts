// The export with everything that is stored about a person.
import { randomUUID } from 'node:crypto'

import { accountData } from '@tengrand/contract/account-data.ts'
import { expect, test } from 'vitest'

import { password } from '../identity/testing/browser.ts'
import { rankNow } from '../contest/testing/rank-now.ts'
import { signUp } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'

test('a learner downloads account, sign-in, watchlist, sessions, chapters with trades, rankings and waitlist, and no secret', async () => {
  const market = createScriptedMarket({ now: Date.now, priceCents: 1_00 })
  const { app, db } = await createWorld({ market })
  const learner = await signUp(app, 'ada@school.example')
  const stranger = await signUp(app, 'eve@school.example')
  const order = { ticker: 'AAPL', quantity: 1, price: 1 }
  await stranger.post('/api/buy', order)
  await learner.post('/api/waitlist', { email: learner.email })
  await learner.put('/api/watchlist', { tickers: ['TSLA', 'AAPL'] })
  for (let sent = 0; sent < 260; sent += 1) await learner.post('/api/buy', order)
  await rankNow({ db, market, now: Date.now })
  await learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
  await learner.post('/api/buy', order)
  await learner.post(
    '/api/orders',
    { ...order, type: 'BUY', kind: 'limit', price: 0.5, lasts: 'gtc' },
    { 'idempotency-key': randomUUID() },
  )
  const [own] = await db.query<{ id: number }>(
    'select account_id as id from portfolio where closed_at is not null',
  )
  const { portfolio } = await plantStake(db, own?.id ?? 0)
  await learner.post('/api/buy', { ...order, portfolio })
  const answer = await learner.get('/api/account/data')
  expect(answer.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': 'attachment; filename="tengrand-data.json"',
    'cache-control': 'no-store',
  })
  const data = answer.json()
  expect(accountData.parse(data)).toEqual(data)
  const account = (await learner.get('/api/account')).json()
  expect(data.account).toMatchObject(account)
  expect(data.sign_in.here).toMatchObject({ email: learner.email, has_password: true })
  expect(data).toMatchObject({
    watching: ['TSLA', 'AAPL'],
    sessions: [{ email: learner.email }],
    waitlist: { email: learner.email },
    operator_actions: [],
    departures: [],
    ranks: [{ chapter: 1, rank: expect.any(Number), current_value: 10_000 }],
    chapters: [
      {
        contest: 'Everybody',
        chapter: 2,
        closed_at: null,
        holdings: [{ ticker: 'AAPL', quantity: 1, cost: 1 }],
        orders: [{ ticker: 'AAPL', kind: 'limit', price: 0.5, state: 'open' }],
      },
      { contest: 'Everybody', chapter: 1, final_value: 10_000, cash_balance: 9_740 },
      { contest: 'Another', portfolio, chapter: 1, closed_at: null, cash_balance: 4_999 },
    ],
  })
  expect(data.chapters.map(({ trades }: { trades: object[] }) => trades.length)).toEqual([
    1, 260, 1,
  ])
  const secrets = await db.query<{ secret: string }>(
    'select secret from identity.session union all select password from identity.person',
  )
  const words = [password, 'eve@', ...secrets.map(({ secret }) => secret)]
  expect(words.filter((word) => answer.body.includes(word))).toEqual([])
})
