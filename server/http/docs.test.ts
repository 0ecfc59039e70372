import { api } from '@tengrand/contract/api.ts'
import { refusalsOf } from '@tengrand/contract/call-refusals.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { refusalLines } from '@tengrand/contract/refusals.ts'
import { expect, test } from 'vitest'

import { sharedWorlds } from '../testing/shared-worlds.ts'

const emptyWorld = sharedWorlds({ isClockReal: true })

interface Operation {
  readonly operationId: string
  readonly tags: string[]
  readonly security: object[]
  readonly parameters: { readonly name: string; readonly in: string }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content; headers?: object }>>
}
type Content = Readonly<Record<string, { readonly schema: Schema }>>
interface Schema {
  readonly $ref?: string
  readonly allOf?: [Schema, { readonly properties: { readonly code: { readonly enum: string[] } } }]
}

async function describedApi() {
  const { app } = await emptyWorld()
  const { openapi, paths, tags, components } = (await app.inject('/api/openapi.json')).json()
  const operationOf = ({ method, path }: Call): Operation =>
    paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  return { openapi, paths, tags, components, operationOf }
}

test('openapi.json describes every call of the contract', async () => {
  const { openapi, tags, operationOf } = await describedApi()
  expect(openapi).toBe('3.1.0')
  const tagNames = tags.map(({ name }: { name: string }) => name)
  for (const [name, call] of Object.entries<Call>(api)) {
    const { answers, status = 200 } = call
    const { operationId, tags: own, responses } = operationOf(call)
    expect(operationId).toBe(name)
    expect(tagNames).toEqual(expect.arrayContaining(own))
    const isRedirect = answers === 'redirect'
    const { content = {}, headers } = responses[isRedirect ? 302 : status] ?? {}
    expect(Object.keys(content)).toEqual(
      isRedirect || status === 204 ? [] : [answers ?? 'application/json'],
    )
    expect(Object.keys(headers ?? {}).includes('Location')).toBe(isRedirect)
  }
})

test('openapi.json has a name for every body and every answer', async () => {
  const { components, operationOf } = await describedApi()
  const names = Object.keys(components.schemas)
  expect(names).toEqual(expect.arrayContaining(['Portfolio', 'Holding', 'Order', 'Trade', 'Quote']))
  for (const call of Object.values<Call>(api)) {
    const { requestBody, responses } = operationOf(call)
    const contents = [requestBody?.content, responses[call.status ?? 200]?.content]
    for (const [type, { schema }] of contents.flatMap((content = {}) => Object.entries(content))) {
      if (type === 'text/csv') continue
      expect(names).toContain(schema.$ref?.replace('#/components/schemas/', ''))
    }
  }
})

test('openapi.json says that money and percentages are numbers, and leaves no schema open', async () => {
  const { paths, components } = await describedApi()
  const money = /(^|_)(cash|price|value|gain|loss|percent|percentage|balance|return|total)$/
  let count = 0
  // A proof has whole cents, as its arithmetic has.
  const { LessonProof, ...schemas } = components.schemas
  expect(LessonProof).toBeDefined()
  for (const [name, schema] of propertiesIn(schemas)) {
    if (!money.test(name) || typesOf(schema).includes('object')) continue
    expect({ name, types: typesOf(schema) }).toEqual({ name, types: ['number'] })
    count += 1
  }
  expect(count).toBeGreaterThan(60)
  const open = [...schemasIn({ paths, components })].filter(
    (schema) => Object.keys(schema).length === 0,
  )
  expect(open).toEqual([])
})

test('openapi.json names the refusals of every call by their status', async () => {
  const { operationOf } = await describedApi()
  for (const call of Object.values<Call>(api)) {
    const { responses } = operationOf(call)
    const codes = Object.entries(responses).flatMap(([status, { content }]) => {
      const [, narrowed] = content?.['application/problem+json']?.schema.allOf ?? []
      return (narrowed?.properties.code.enum ?? []).map((code) => `${status} ${code}`)
    })
    expect(Object.keys(responses).some((status) => status.startsWith('4'))).toBe(true)
    const declared = refusalLines.filter(({ code }) => refusalsOf(call).has(code))
    expect(codes.toSorted()).toEqual(
      declared.map((line) => `${line.status} ${line.code}`).toSorted(),
    )
  }
  expect(operationOf(api.buy).responses[422]?.content).toHaveProperty(
    ['application/problem+json', 'schema', 'allOf', 1, 'properties', 'code', 'enum'],
    ['insufficient_cash', 'key_reused'],
  )
  expect(operationOf(api.buy).responses[429]?.headers).toHaveProperty('Retry-After')
})

test('openapi.json has the header Idempotency-Key where a retry is safe', async () => {
  const { operationOf } = await describedApi()
  const withKey = Object.entries<Call>(api).flatMap(([name, call]) =>
    operationOf(call).parameters.some(
      (one) => one.in === 'header' && one.name === 'Idempotency-Key',
    )
      ? [name]
      : [],
  )
  expect(withKey.toSorted()).toEqual(['buy', 'createLeague', 'placeOrder', 'sell', 'startOver'])
})

/** Every schema of a document, with the nested ones. */
function* schemasIn(value: unknown, key = ''): Generator<object> {
  if (typeof value !== 'object' || value === null) return
  if (['schema', 'items', 'additionalProperties'].includes(key)) yield value
  const isList = ['schemas', 'properties', 'anyOf', 'oneOf', 'allOf'].includes(key)
  for (const [name, inner] of Object.entries(value)) {
    if (isList && typeof inner === 'object') yield inner
    yield* schemasIn(inner, isList ? '' : name)
  }
}

/** The fields of every object, with their schemas. */
const propertiesIn = (schemas: object): [string, Typed][] =>
  [...schemasIn({ schemas })].flatMap((schema) =>
    'properties' in schema ? Object.entries(schema.properties as Record<string, Typed>) : [],
  )

interface Typed {
  readonly type?: string | string[]
  readonly $ref?: string
  readonly anyOf?: Typed[]
}

/** The types of a field, without null. */
const typesOf = ({ type = [], $ref, anyOf = [] }: Typed): string[] =>
  [...[type].flat(), ...($ref === undefined ? [] : ['object']), ...anyOf.flatMap(typesOf)].filter(
    (one) => one !== 'null',
  )

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
