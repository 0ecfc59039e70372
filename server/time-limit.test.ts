// What becomes of a request whose handler does not come to an end.
import { Readable } from 'node:stream'

import { fastify } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { limitTime } from './time-limit.ts'

async function serve() {
  const app = fastify({ forceCloseConnections: true })
  limitTime(app, { answerWithinMs: 50, lookEveryMs: 5 })
  const gate = Promise.withResolvers<string>()
  app.get('/waits', () => gate.promise)
  app.get('/may-wait', { config: { answerWithinMs: 60_000 } }, () => gate.promise)
  app.get('/stops-half-way', (_request, reply) =>
    reply.send(
      Readable.from(
        (async function* () {
          yield 'the first half'
          yield await gate.promise
        })(),
      ),
    ),
  )
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { url, gate }
}

test('it is answered all the same, and what the handler says later changes nothing', async () => {
  const { url, gate } = await serve()
  const answer = await fetch(`${url}/waits`)
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'unavailable' })
  gate.resolve('too late')
  expect(await (await fetch(`${url}/waits`)).text()).toBe('too late')
})

test('a route that may take longer does', async () => {
  const { url, gate } = await serve()
  const asked = fetch(`${url}/may-wait`)
  // By now the time of the others was up.
  await fetch(`${url}/waits`)
  gate.resolve('in its time')
  expect(await (await asked).text()).toBe('in its time')
})

test('an answer that stops half-way is broken off, so that nobody takes it for the whole', async () => {
  const { url } = await serve()
  const answer = await fetch(`${url}/stops-half-way`)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow(/terminated/)
})
