// The watchlist over HTTP and in the database.
import { tickers } from '@tengrand/core/tickers.ts'
import { describe, expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { sharedWorlds } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'
import { dumpOf, leave } from './testing/leaving.ts'

const emptyWorld = sharedWorlds()

const path = '/api/watchlist'

async function newcomer() {
  const world = await emptyWorld()
  const learner = await signUp(world.app)
  const watch = (...watched: unknown[]) => learner.put(path, { tickers: watched })
  const watched = async () => (await learner.get(path)).json()
  return { ...world, learner, watch, watched }
}

describe('a watchlist', () => {
  test('is empty at first, and no cache keeps it', async () => {
    const { learner } = await newcomer()
    const answer = await learner.get(path)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ tickers: [] })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('is kept in the order in which it was sent, also for another node, and can be emptied', async () => {
    const one = await createWorld()
    const two = await createWorld({ connection: one.connection })
    const learner = await signUp(one.app)
    const answer = await learner.put(path, { tickers: ['TSLA', 'AAPL'] })
    expect([answer.statusCode, answer.json()]).toEqual([200, { tickers: ['TSLA', 'AAPL'] }])
    expect((await learner.at(two.app).get(path)).json()).toEqual({ tickers: ['TSLA', 'AAPL'] })
    expect((await learner.at(two.app).put(path, { tickers: [] })).json()).toEqual({ tickers: [] })
    expect((await learner.get(path)).json()).toEqual({ tickers: [] })
  })

  test('names each stock once, where it first stood, however it was written', async () => {
    const { watch, watched } = await newcomer()
    const expected = { tickers: ['MSFT', 'AAPL'] }
    expect((await watch('msft', 'AAPL', ' Msft ', 'aapl')).json()).toEqual(expected)
    expect(await watched()).toEqual(expected)
  })

  test('can have all 16 stocks', async () => {
    const { watch, watched } = await newcomer()
    const backwards = tickers.toReversed()
    expect((await watch(...backwards)).json()).toEqual({ tickers: backwards })
    expect(await watched()).toEqual({ tickers: backwards })
  })

  test('belongs to one learner alone', async () => {
    const { app, watch, watched } = await newcomer()
    const stranger = await signUp(app)
    await watch('NVDA')
    expect((await stranger.get(path)).json()).toEqual({ tickers: [] })
    await stranger.put(path, { tickers: ['INTC'] })
    expect(await watched()).toEqual({ tickers: ['NVDA'] })
  })

  test('is what one of two writers sent, whole, and what the last one sent', async () => {
    const { watch, watched } = await newcomer()
    await Promise.all([watch('AAPL', 'MSFT'), watch('TSLA', 'AMD')])
    expect([
      ['AAPL', 'MSFT'],
      ['TSLA', 'AMD'],
    ]).toContainEqual((await watched()).tickers)
    await watch('UBER')
    expect(await watched()).toEqual({ tickers: ['UBER'] })
  })

  test('goes with the account', async () => {
    const { app, db, learner, watch } = await newcomer()
    await watch('SPOT', 'LYFT', 'UBER')
    expect(await dumpOf(db)).toContain('{16,15,14}')
    expect((await leave(app, learner.token)).json()).toEqual({ deleted: true })
    expect(await dumpOf(db)).not.toContain('{16,15,14}')
    expect((await learner.put(path, { tickers: ['AAPL'] })).statusCode).toBe(401)
  })
})

describe('a watchlist is refused and stays as it was', () => {
  test('where a stock is not one of the 16', async () => {
    const { watch, watched } = await newcomer()
    await watch('AAPL')
    const answer = await watch('MSFT', 'ibm')
    expect(answer.json()).toMatchObject({
      code: 'unknown_ticker',
      error: 'IBM is not one of the 16 stocks you can trade here.',
    })
    expect(await watched()).toEqual({ tickers: ['AAPL'] })
  })

  test.each([
    ['without a list', {}],
    ['with text in place of the list', { tickers: 'AAPL' }],
    ['with nothing for a ticker', { tickers: [''] }],
    ['with a number for a ticker', { tickers: [1] }],
    ['with a ticker that is too long', { tickers: ['x'.repeat(41)] }],
    ['with more than 16 stocks', { tickers: [...tickers, 'AAPL'] }],
    ['with another field', { tickers: [], watched: [] }],
    ['as a list alone', ['AAPL']],
  ])('that is malformed: %s', async (_what, body) => {
    const { learner, watch, watched } = await newcomer()
    await watch('AAPL')
    const answer = await learner.put(path, body)
    expect(answer.json()).toMatchObject({ code: 'invalid_request' })
    expect(await watched()).toEqual({ tickers: ['AAPL'] })
  })

  test('without a token, and by another method', async () => {
    const { app, learner, watched } = await newcomer()
    const payload = { tickers: ['AAPL'] }
    for (const method of ['GET', 'PUT'] as const) {
      const answer = await app.inject({ method, url: path, ...(method === 'PUT' && { payload }) })
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'unauthorized'])
    }
    const answer = await learner.post(path, payload)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, PUT'])
    expect(await watched()).toEqual({ tickers: [] })
  })
})
