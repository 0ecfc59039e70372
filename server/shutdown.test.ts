import { once } from 'node:events'
import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { closeWithin } from './shutdown.ts'
import { createWorld } from './testing/world.ts'

/** A server with one call that answers when it is told to. */
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

test('a request on the way is answered, a new one is not taken', async () => {
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

test('a request that never ends is cut off at the limit', async () => {
  const { app, url, reached } = await slowServer()
  const outcome = fetch(`${url}/slow`).catch((error: Error) => error.message)
  await reached
  await closeWithin(app, 100)
  expect(await outcome).toBe('fetch failed')
})

test('connections without a request hold nobody up', async () => {
  const { app, url } = await slowServer()
  const { hostname, port } = new URL(url)
  const silent = connect(Number(port), hostname)
  await once(silent, 'connect')
  await fetch(`${url}/healthz`)
  const began = performance.now()
  await closeWithin(app, 10_000)
  expect(performance.now() - began).toBeLessThan(5_000)
})
