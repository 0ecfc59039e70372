import { api } from '@tengrand/contract/api.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { expect, test } from 'vitest'

import { sharedWorlds } from '../testing/shared-worlds.ts'

const emptyWorld = sharedWorlds({ isClockReal: true })

test('openapi.json describes every call of the contract', async () => {
  const { app } = await emptyWorld()
  const { openapi, paths } = (await app.inject('/api/openapi.json')).json()
  expect(openapi).toBe('3.1.0')
  for (const [name, line] of Object.entries<Call>(api)) {
    const { method, path, answers, status = 200 } = line
    const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    expect(described?.operationId).toBe(name)
    const response = described.responses[answers === 'redirect' ? 302 : status]
    expect(response?.description).toMatch(/\w/)
    if (answers === 'redirect') continue
    const [[type, { schema }]] = Object.entries(response.content) as [
      [string, { schema: { type?: string; oneOf?: { type: string }[] } }],
    ]
    expect(type).toBe(answers ?? 'application/json')
    const types = (schema.oneOf ?? [schema]).map((form) => form.type)
    expect(new Set(types)).toEqual(new Set([type === 'application/json' ? 'object' : 'string']))
  }
})

test('openapi.json says that money and percentages are numbers, and leaves no schema open', async () => {
  const { app } = await emptyWorld()
  const { paths } = (await app.inject('/api/openapi.json')).json()
  const { content } = paths['/api/portfolio'].get.responses[200]
  const { cash_balance: cash, previous_value: previous } =
    content['application/json'].schema.properties
  expect(cash.type).toBe('number')
  expect(previous.type).toEqual(['number', 'null'])
  expect([...schemasIn(paths)].filter((schema) => Object.keys(schema).length === 0)).toEqual([])
})

/** Every schema of a document, those inside others included. */
function* schemasIn(value: unknown, key = ''): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  if (['schema', 'items'].includes(key)) yield value
  const isList = ['properties', 'anyOf', 'oneOf', 'allOf'].includes(key)
  for (const [name, inner] of Object.entries(value)) {
    if (isList && typeof inner === 'object') yield inner
    yield* schemasIn(inner, name)
  }
}

test('the page for people names every call and every refusal that the server uses', async () => {
  const { app } = await emptyWorld()
  const page = await app.inject('/api/docs')
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  for (const { method, path } of Object.values(api))
    expect(page.body).toContain(`${method} ${path}`)
  const problem = (await app.inject('/api/nothing')).json()
  expect(page.body).toContain(`id="${problem.type.split('#')[1]}"`)
})

test('a long answer is compressed for clients that accept that', async () => {
  const { app } = await emptyWorld()
  const ask = (encoding: string) =>
    app.inject({ url: '/api/openapi.json', headers: { 'accept-encoding': encoding } })
  expect((await ask('br')).headers['content-encoding']).toBe('br')
  expect((await ask('identity')).headers).not.toHaveProperty('content-encoding')
})
