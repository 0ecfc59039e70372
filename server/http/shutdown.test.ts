import { once } from 'node:events'
import { Agent, get, request } from 'node:http'
import { connect } from 'node:net'

import { describe, expect, test } from 'vitest'

import { askOnAndOn } from '../testing/ask-on.ts'
import { isLong } from '../testing/effort.ts'
import { createWorld } from '../testing/world.ts'
import { closeWithin, leave } from './shutdown.ts'

/** A server with one call, which answers when the test calls `finish`. */
async function slowServer() {
  const { app } = await createWorld()
  const reached = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<string>()
  app.get('/slow', () => {
    reached.resolve()
    return finish.promise
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, url, reached: reached.promise, finish: finish.resolve }
}

test('a server that closes answers the request on the way and takes no new one', async () => {
  const { app, url, reached, finish } = await slowServer()
  const answer = fetch(`${url}/slow`)
  await reached
  const closed = closeWithin(app, 10_000)
  await expect.poll(() => app.server.listening).toBe(false)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  finish('done')
  expect(await (await answer).text()).toBe('done')
  await closed
})

test('a server that closes cuts off a request that never ends, at the limit', async () => {
  const { app, url, reached } = await slowServer()
  const outcome = fetch(`${url}/slow`).catch((error: Error) => error.message)
  await reached
  await closeWithin(app, 100)
  expect(await outcome).toBe('fetch failed')
})

test('connections without a request do not hold the end up', async () => {
  const { app, url } = await slowServer()
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  await fetch(`${url}/healthz`)
  // The limit is longer than the time-out of a test.
  await closeWithin(app, 600_000)
  expect(app.server.listening).toBe(false)
})

const unhurried = { finishWithinMs: 600_000, hurry: AbortSignal.any([]) }

describe('of keep-alive connections', () => {
  const rounds = isLong ? [1, 2, 3] : [1]
  test.each(
    rounds.flatMap((round) => [
      { drainMs: 0, round },
      { drainMs: 500, round },
    ]),
  )('none is reset when the server leaves in $drainMs ms (round $round)', async ({ drainMs }) => {
    const { app, url } = await slowServer()
    let answered = 0
    const clients = Array.from({ length: 20 }, () =>
      askOnAndOn(`${url}/healthz`, () => (answered += 1)),
    )
    await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(200)
    await leave(app, { ...unhurried, drainMs })
    // The only failure is a refused new connection.
    expect(new Set(await Promise.all(clients))).toEqual(new Set(['ECONNREFUSED']))
  })

  test('one that brings a request after the listener has closed gets its answer as the last', async () => {
    const { app, url, reached, finish } = await slowServer()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const other = fetch(`${url}/slow`)
    await reached
    const first = get(`${url}/healthz`, { agent })
    const [greeting] = await once(first, 'response')
    expect(greeting.headers.connection).toBe('keep-alive')
    await once(greeting.resume(), 'end')
    const closed = closeWithin(app, 600_000)
    await expect.poll(() => app.server.listening).toBe(false)
    const second = get(`${url}/healthz`, { agent })
    const [farewell] = await once(second, 'response')
    farewell.resume()
    expect(second.reusedSocket).toBe(true)
    expect(farewell.headers.connection).toBe('close')
    finish('done')
    await Promise.all([other, closed])
  })

  test('one on which only a part of a request has come is waited for', async () => {
    const { app, url } = await slowServer()
    const { hostname, port } = new URL(url)
    const [slow, silent] = [connect(Number(port), hostname), connect(Number(port), hostname)]
    slow.write('GET /healthz HTTP/1.1\r\nHost: x\r\n')
    await Promise.all([once(slow, 'connect'), once(silent, 'connect')])
    // After this response, the server has also read the partial request.
    await fetch(`${url}/healthz`)
    const closed = closeWithin(app, 600_000)
    await once(silent, 'close')
    slow.write('\r\n')
    const [answer] = await once(slow, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    await closed
  })
})

describe('a server that is about to close', () => {
  test('says for the pause that it is leaving, and answers everything else', async () => {
    const { app, url } = await slowServer()
    const hurry = new AbortController()
    const left = leave(app, { drainMs: 600_000, finishWithinMs: 10_000, hurry: hurry.signal })
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ code: 'unavailable', reason: 'leaving' })
    const price = await fetch(`${url}/api/current-price/AAPL`)
    expect(price.status).toBe(200)
    expect(price.headers.get('connection')).toBe('close')
    hurry.abort()
    await left
    await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
  })

  test('ends the pause, and what is slow, when the operator cannot wait', async () => {
    const { app, url, reached } = await slowServer()
    const hurry = new AbortController()
    const outcome = fetch(`${url}/slow`).catch((error: Error) => error.message)
    await reached
    const left = leave(app, { drainMs: 600_000, finishWithinMs: 600_000, hurry: hurry.signal })
    hurry.abort()
    await left
    expect(await outcome).toBe('fetch failed')
  })

  test('does not cut off a body that is still being sent by an early answer', async () => {
    const { app, url } = await slowServer()
    const left = leave(app, { ...unhurried, drainMs: 500 })
    const sent = request(`${url}/api/buy`, { method: 'POST', headers: { 'content-length': '9' } })
    sent.write('{"a":')
    const [answer] = await once(sent, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(401)
    sent.end('1}  ')
    await once(answer, 'end')
    await left
  })
})
