import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'

import { call } from '@tengrand/contract/call.ts'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod/mini'

import { buildApp } from '../assemble.ts'
import { readConfig } from '../config.ts'
import { openDb } from '../db/handle.ts'
import { createLog } from '../log.ts'
import { noMetrics } from '../metrics/metrics.ts'
import { clockOf } from '../testing/clock.ts'
import { openTestDb } from '../testing/databases.ts'
import { forgetPeople, sharedByTests, sharedWorlds } from '../testing/shared-worlds.ts'
import { tempFolder } from '../testing/temp-folder.ts'
import { createWorld, type AtEnd } from '../testing/world.ts'
import { route, signedInRoute } from './route.ts'

const echo = call({
  method: 'POST',
  path: '/api/echo/:name',
  access: 'public',
  params: z.object({ name: z.string().check(z.maxLength(8)) }),
  query: z.object({ loud: z.optional(z.enum(['yes', 'no'])) }),
  body: z.object({ count: z.int() }),
  answer: z.object({ name: z.string(), count: z.number(), loud: z.optional(z.string()) }),
})

const broken = call({
  method: 'GET',
  path: '/api/broken',
  access: 'public',
  answer: z.object({}),
})

const emptyWorld = sharedWorlds()
const listening = sharedByTests(listen)

/** The shared application with two test calls, on a real port; its log is cleared for each test. */
async function listeningWorld() {
  const world = await listening()
  await forgetPeople(world)
  return world
}

async function listen(atEnd: AtEnd = onTestFinished) {
  const world = await createWorld({ atEnd })
  route(world.app, echo, ({ params, query, body }) => ({
    name: params.name,
    count: body.count,
    ...(query.loud === undefined ? {} : { loud: query.loud }),
    password: 'never in the contract',
  }))
  route(world.app, broken, () => {
    throw new Error('select secret from vault')
  })
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...world, url }
}

const json = { 'content-type': 'application/json' }

test('input and answer are both parsed by the contract', async () => {
  const { url } = await listeningWorld()
  const answer = await fetch(`${url}/api/echo/ada?loud=yes`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ count: 3, extra: true }),
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ name: 'ada', count: 3, loud: 'yes' })
})

const longPath = `/api/current-price/${'A'.repeat(200)}`
const post = (body?: string | URLSearchParams, headers: Record<string, string> = json) => ({
  method: 'POST',
  headers,
  ...(body === undefined ? {} : { body }),
})
const text = { 'content-type': 'text/plain' }

test.each([
  ['an unknown path', '/api/nothing', { method: 'GET' }, 'not_found'],
  ['an unknown path with a broken body', '/api/nothing', post('{'), 'not_found'],
  ['a method that the path does not take', '/healthz', { method: 'DELETE' }, 'method_not_allowed'],
  ['another method with a broken body', '/readyz', post('{'), 'method_not_allowed'],
  [
    'another method for a name that is too long',
    longPath,
    { method: 'DELETE' },
    'method_not_allowed',
  ],
  ['malformed JSON', '/api/echo/ada', post('{"count":'), 'invalid_request'],
  ['no body', '/api/echo/ada', post(), 'invalid_request'],
  ['JSON that is not an object', '/api/echo/ada', post('[]'), 'invalid_request'],
  ['a poisoned prototype', '/api/echo/ada', post('{"__proto__":{"count":1}}'), 'invalid_request'],
  ['a body of 1 MB', '/api/echo/ada', post(`"${'x'.repeat(1_048_576)}"`), 'body_too_large'],
  ['plain text', '/api/echo/ada', post('{"count":1}', text), 'unsupported_media_type'],
  ['a form', '/api/echo/ada', post(new URLSearchParams('count=1'), {}), 'unsupported_media_type'],
  ['a path that cannot be decoded', '/api/echo/%ff', post('{"count":1}'), 'invalid_request'],
  ['an error of ours', '/api/broken', { method: 'GET' }, 'internal_error'],
])('%s gets a clear problem, and the server goes on', async (_case, path, init, code) => {
  const { url, logLines } = await listeningWorld()
  const answer = await fetch(`${url}${path}`, init)
  const sent = await answer.text()
  const problem = JSON.parse(sent)
  expect(answer.status).toBe(problem.status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(problem).toMatchObject({ code, type: `/api/docs#${code}` })
  expect(problem.detail).toMatch(/^[A-Z].*\.$/)
  expect(problem.error).toBe(problem.detail)
  expect(problem.request_id).toBe(answer.headers.get('x-request-id'))
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(sent).not.toMatch(/vault|node_modules|\.ts\b|\n/)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  expect(logLines.join('')).toContain(problem.request_id)
})

test.each([
  ['/api/echo/far-too-long', '{"count":1}', 'name must have at most 8 characters.'],
  ['/api/echo/ada?loud=maybe', '{"count":1}', 'loud must be one of yes, no.'],
  ['/api/echo/ada', '{"count":1.5}', 'count must be a whole number.'],
  ['/api/echo/ada', '{}', 'count is missing.'],
])('POST %s with %s names the field that is wrong', async (path, body, sentence) => {
  const { url } = await listeningWorld()
  const answer = await fetch(`${url}${path}`, { method: 'POST', headers: json, body })
  expect(await answer.json()).toMatchObject({ detail: sentence })
})

test('a refused method says which ones are taken', async () => {
  const { url } = await listeningWorld()
  const answer = await fetch(`${url}/healthz`, { method: 'PUT' })
  expect(answer.headers.get('allow')).toBe('GET, HEAD')
})

test.each([
  [
    'a method that HTTP does not know',
    'BREW / HTTP/1.1\r\nHost: x\r\n\r\n',
    /^HTTP\/1.1 400 .*method of the request is not known/s,
  ],
  [
    'bytes that are not HTTP',
    '\x16\x03\x01 hello\r\n\r\n',
    /^HTTP\/1.1 400 .*method of the request is not known/s,
  ],
  [
    'headers that never end',
    `GET / HTTP/1.1\r\nX: ${'a'.repeat(100_000)}`,
    /^HTTP\/1.1 400 .*headers of the request are too long/s,
  ],
])('%s gets a clear problem, and the server goes on', async (_case, bytes, expected) => {
  const { url } = await listeningWorld()
  expect(await sendRaw(url, bytes)).toMatch(expected)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
})

test.each([
  [16_384, 200],
  [16_385, 413],
])('a body of %d bytes is answered with %d', async (bytes, status) => {
  const { url } = await listeningWorld()
  const body = '{"count":1}'.padEnd(bytes, ' ')
  const answer = await fetch(`${url}/api/echo/ada`, { method: 'POST', headers: json, body })
  expect(answer.status).toBe(status)
})

test('a client that is answered for a broken request and never leaves does not keep its connection', async () => {
  const { app, url } = await listen()
  const { hostname, port } = new URL(url)
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write('BREW / HTTP/1.1\r\n\r\n')
  await once(socket, 'data')
  const connections = () =>
    new Promise((resolve) => app.server.getConnections((_error, count) => resolve(count)))
  await expect.poll(connections).toBe(0)
})

test('a database that is out of reach is unavailable, and not a bug', async () => {
  const { app, connection, logLines } = await createWorld()
  const gone = openTestDb({ ...connection, port: 1 })
  route(app, broken, async () => {
    await gone.query('select 1')
    return {}
  })
  const answer = await app.inject('/api/broken')
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json()).toMatchObject({ code: 'unavailable' })
  expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([])
})

test('a bug is logged as an error, with its place and without the values of a statement', async () => {
  const { url, logLines } = await listeningWorld()
  await fetch(`${url}/api/broken`)
  const errors = logLines.filter((line) => line.includes('"level":50'))
  expect(errors).toHaveLength(1)
  expect(errors[0]).toContain('problem.test.ts')
})

test('readiness is denied within two seconds when the database does not answer', async () => {
  const { market, identity, accounts } = await emptyWorld()
  const folder = await tempFolder()
  const callers: Socket[] = []
  const silent = createServer((socket) => callers.push(socket))
  silent.listen(join(folder, '.s.PGSQL.5432'))
  const db = openDb({ host: folder, port: 5432, user: 'nobody', database: 'nothing' })
  const app = await buildApp({
    config: readConfig({}),
    db,
    log: createLog('silent'),
    market,
    identity,
    accounts,
    clock: clockOf(Date.now),
    metrics: noMetrics,
    webDir: folder,
  })
  onTestFinished(async () => {
    // Open connections to this server would delay the end of the app by seconds.
    silent.close()
    for (const caller of callers) caller.destroy()
    await app.close()
  })
  const answer = await app.inject('/readyz')
  expect(answer.json()).toMatchObject({ code: 'unavailable', reason: 'database' })
})

test.each([
  ['false', '127.0.0.1'],
  ['true', '203.0.113.1'],
  ['1', '203.0.113.2'],
  ['127.0.0.1', '203.0.113.2'],
])('TRUST_PROXY=%s takes the request for one of %s', async (setting, address) => {
  const { app } = await createWorld({ env: { TRUST_PROXY: setting } })
  app.get('/address', (request, reply) => reply.send(request.ip))
  const headers = { 'x-forwarded-for': '203.0.113.1, 203.0.113.2' }
  expect((await app.inject({ url: '/address', headers })).body).toBe(address)
})

test('a call that needs a person cannot be opened to everybody, nor the other way round', async () => {
  const { app } = await emptyWorld()
  const line = { ...broken, access: 'signed-in' as const }
  expect(() => route(app, line, () => ({}))).toThrow('is for people who signed in')
  const identify = () => Promise.reject(new Error('not asked'))
  expect(() => signedInRoute(app, identify, broken, () => ({}))).toThrow('is for everybody')
})

test('nobody is told what is wrong with a body before it is known who sent it', async () => {
  const { app } = await createWorld()
  const line = { ...broken, method: 'POST', access: 'signed-in' } as const
  const nobody = async () => ({ refusal: { code: 'unauthorized' } }) as const
  signedInRoute(app, nobody, line, () => ({}))
  const headers = { 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: line.path, headers, payload: '{' })
  expect(answer.statusCode).toBe(401)
})

test('answers are not cached unless their call says so', async () => {
  const { app } = await emptyWorld()
  for (const url of ['/config.json', '/healthz', '/readyz', '/api/nothing']) {
    expect((await app.inject(url)).headers['cache-control']).toBe('no-store')
  }
})

test('secrets do not reach the log', async () => {
  const { app, logLines } = await emptyWorld()
  await app.inject({
    url: '/api/nothing?token=hunter2',
    headers: { authorization: 'Bearer hunter2', cookie: 'session=hunter2' },
  })
  await app.inject('/%ff?token=hunter2')
  app.log.info({ headers: { authorization: 'hunter2' }, body: { password: 'hunter2' } })
  app.log.info({ a: { b: { c: { idToken: 'hunter2', refresh_token: 'hunter2' } } } })
  expect(logLines.length).toBeGreaterThan(1)
  expect(logLines.join('')).not.toContain('hunter2')
})

function sendRaw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    let received = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => resolve(received))
  })
}
