// Requests whose handler or body does not end in time.
import { connect } from 'node:net'
import { Readable } from 'node:stream'

import { fastify } from 'fastify'
import { describe, expect, onTestFinished, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'
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

test('a request whose handler takes too long is refused, and what the handler answers later changes nothing', async () => {
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
  // This request ends with the usual time limit.
  await fetch(`${url}/waits`)
  gate.resolve('in its time')
  expect(await (await asked).text()).toBe('in its time')
})

test('an answer that stops half-way is broken off, so that no client takes it for the whole', async () => {
  const { url } = await serve()
  const answer = await fetch(`${url}/stops-half-way`)
  expect(answer.status).toBe(200)
  await expect(answer.text()).rejects.toThrow(/terminated/)
})

describe('a body that never ends', () => {
  const patience = { timeLimit: { answerWithinMs: 300, lookEveryMs: 20 } }

  /** Sends the head, and then `more` every 20 ms; returns all data that arrived until the connection was closed. */
  async function sendWithoutEnd(url: string, head: readonly string[], more: string | null) {
    const { hostname, port } = new URL(url)
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    socket.write(`${['POST /api/buy HTTP/1.1', 'Host: x', ...head].join('\r\n')}\r\n\r\n`)
    const trickle = setInterval(() => more !== null && socket.write(more), 20)
    const closed = Promise.withResolvers<string>()
    socket.on('error', (error) => closed.reject(error))
    socket.once('end', () => closed.resolve(received))
    return closed.promise.finally(() => {
      clearInterval(trickle)
      socket.destroy()
    })
  }

  const json = 'Content-Type: application/json'
  const long = 'Content-Length: 9000'
  const chunked = 'Transfer-Encoding: chunked'

  test('is answered with 408 and the end of the connection, whether it stops or trickles', async () => {
    const calm = await createWorld()
    const { token } = await signUp(calm.app)
    const { app } = await createWorld({ ...patience, connection: calm.connection })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const authorization = `Authorization: Bearer ${token}`
    const answers = await Promise.all([
      sendWithoutEnd(url, [authorization, json, long], null),
      sendWithoutEnd(url, [authorization, json, long], ' '),
      sendWithoutEnd(url, [authorization, json, chunked], null),
      sendWithoutEnd(url, [authorization, json, chunked], '1\r\n \r\n'),
    ])
    for (const answer of answers) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
      expect(answer).toMatch(/^content-type: application\/problem\+json/im)
      expect(answer).toMatch(/^connection: close\r$/im)
      const [, body = ''] = answer.split('\r\n\r\n')
      expect(JSON.parse(body)).toMatchObject({ status: 408, code: 'request_timeout' })
    }
  })

  test('of a client without a token is refused at once, and its connection is closed in time without a second answer', async () => {
    const { app } = await createWorld()
    expect([app.server.requestTimeout, app.server.headersTimeout]).toEqual([30_000, 30_000])
    // Node checks these limits every two seconds.
    Object.assign(app.server, { requestTimeout: 500, headersTimeout: 500 })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await sendWithoutEnd(url, [json, long], ' ')
    expect(answer).toMatch(/^HTTP\/1\.1 401 /)
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
  })
})
