// Log lines of responses that end early, because of the client or of the time limit.
import { randomBytes } from 'node:crypto'

import compress from '@fastify/compress'
import { api } from '@tengrand/contract/api.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

import { createLog } from '../log.ts'
import { createHttpApp } from './app.ts'
import { signedInDownload } from './redirects-and-downloads.ts'
import { route, type Identify } from './route.ts'

const anybody = { accountId: 1, email: null, signedInAt: 0, sessionId: null, isGuest: false }

/** A server without features, with a short time limit and its log. */
function createApp() {
  const lines: { level: number; msg?: string; err?: { message: string } }[] = []
  const app = createHttpApp({
    config: { trustProxy: false },
    log: createLog('trace', { write: (line) => void lines.push(JSON.parse(line)) }),
    headers: {},
    web: null,
    timeLimit: { answerWithinMs: 50, lookEveryMs: 5 },
  })
  onTestFinished(() => app.close())
  return {
    app,
    listen: () => app.listen({ port: 0, host: '127.0.0.1' }),
    troubles: () => lines.filter(({ level }) => level > 30),
  }
}

test.each(['gzip', 'identity'])(
  'a download that its client leaves half-way (%s) is no error',
  async (encoding) => {
    const { app, listen, troubles } = createApp()
    await app.register(compress, { threshold: 0 })
    const released = vi.fn<() => void>()
    const identify: Identify = async () => ({
      caller: anybody,
      acquireSlot: async () => ({ release: released }),
    })
    const isRead = vi.fn<() => void>()
    signedInDownload(app, identify, api.transactionsCsv, async () => ({
      filename: 'all.csv',
      text: (async function* () {
        try {
          // Random data cannot be compressed, so the client soon gets the first bytes.
          for (;;) yield randomBytes(100_000).toString('base64')
        } finally {
          isRead()
        }
      })(),
    }))
    const leaving = new AbortController()
    const answer = await fetch(`${await listen()}/api/transactions.csv`, {
      headers: { 'accept-encoding': encoding },
      signal: leaving.signal,
    })
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'gzip' ? 'gzip' : null)
    await answer.body?.getReader().read()
    expect(released).not.toHaveBeenCalled()
    leaving.abort()
    await vi.waitFor(() => expect(released).toHaveBeenCalled())
    expect(isRead).toHaveBeenCalled()
    expect(troubles()).toEqual([])
  },
)

const alive = { status: 'alive' as const }

test.each([
  { what: 'an answer', status: 200, end: async () => alive },
  {
    what: 'a refusal',
    status: 400,
    end: async () => ({ refusal: { code: 'invalid_request' as const, reason: 'No.' } }),
  },
])('$what that comes after the time limit is left out without a line', async ({ status, end }) => {
  const { app, listen, troubles } = createApp()
  const gate = Promise.withResolvers<void>()
  route(app, api.health, async () => {
    await gate.promise
    return end()
  })
  const url = `${await listen()}/healthz`
  expect((await fetch(url)).status).toBe(503)
  gate.resolve()
  // The first handler ends before the second response is sent.
  expect((await fetch(url)).status).toBe(status)
  expect(troubles()).toEqual([])
})

test('a failure that comes after the time limit has its line', async () => {
  const { app, listen, troubles } = createApp()
  const gate = Promise.withResolvers<typeof alive>()
  route(app, api.health, () => gate.promise)
  const url = `${await listen()}/healthz`
  expect((await fetch(url)).status).toBe(503)
  gate.reject(new Error('the disk is full'))
  expect((await fetch(url)).status).toBe(500)
  expect(troubles().map(({ err }) => err?.message)).toEqual([
    'the disk is full',
    'the disk is full',
  ])
})
