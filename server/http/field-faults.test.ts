// The sentence for every wrong field of every call.
import { api } from '@tengrand/contract/api.ts'
import { call, type Call } from '@tengrand/contract/call.ts'
import type { InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'

import { signUp } from '../testing/learner.ts'
import { createWorld } from '../testing/world.ts'
import { faultSentence, noMessages, type Where } from './field-faults.ts'

const calls: readonly Call[] = Object.values(api)

/** A valid value for each field by its name, so that only the tested field is wrong; other fields are text. */
const good: Readonly<Record<string, unknown>> = {
  askAgain: true,
  display_name: 'Quiet Heron',
  email: 'fuzz@school.example',
  limit: '10',
  newPassword: 'correct horse battery',
  nonce: 'a-nonce-of-20-letters',
  price: 100,
  quantity: 1,
  range: '7d',
  ticker: 'AAPL',
  tickers: ['AAPL'],
  type: 'BUY',
}
const long = 'x'.repeat(5_000)
const wrong = {
  params: ['x', 'x'.repeat(90), '-1', '<b>'],
  query: [undefined, '', ' ', 'x', '0', '-1', '1.5', '1e9', long, ['1', '2'], ['BUY', 'BUY']],
  body: [undefined, null, 0, -1, 1.5, 1e300, true, '', ' ', 'x', long, [], ['x'], {}, { x: 1 }],
}
const noObjects = [[], 'text', 7, true, null]
const extras = ['xyz', '', 'a b', '"', long, 'toString']

/** Every part of a request to a call, with one fault. */
function* faultsOf(line: Call): Generator<Where> {
  for (const part of ['params', 'query', 'body'] as const) {
    const names = Object.keys(line[part]?.shape ?? {})
    const base = Object.fromEntries(names.map((name) => [name, good[name] ?? 'text']))
    for (const name of names) {
      for (const value of wrong[part]) yield { part, given: { ...base, [name]: value } }
    }
    if (part === 'params' || line[part] === undefined) continue
    for (const extra of extras) yield { part, given: { ...base, [extra]: 'more' } }
    if (part === 'body') for (const given of noObjects) yield { part, given }
  }
}

const ofTheValidator =
  /Invalid|expected|received|Too (?:big|small)|must match|Unrecognized|undefined|NaN|\[object|[<>]=|something else|\.\.|: /
const isSentence = (words: string): boolean =>
  /^\S.{5,200}\.$/.test(words) && !ofTheValidator.test(words)

test('every fault of every field has a sentence', () => {
  const said = new Set<string>()
  for (const line of calls) {
    for (const where of faultsOf(line)) {
      const result = line[where.part]?.safeParse(where.given ?? {}, noMessages)
      if (result?.success === false) said.add(faultSentence(result.error, where))
    }
  }
  expect(said.size).toBeGreaterThan(15)
  expect([...said].filter((words) => !isSentence(words))).toEqual([])
})

test('every refusal of every call is a sentence, whatever is sent', async () => {
  const { app } = await createWorld()
  const { token } = await signUp(app)
  const unlike: string[] = []
  let refused = 0
  for (const line of calls) {
    for (const where of faultsOf(line)) {
      const answer = await app.inject(requestOf(line, where, token))
      if (answer.statusCode < 400) continue
      refused += 1
      const { detail, error } = answer.json()
      if (!isSentence(detail) || error !== detail) unlike.push(`${line.path}: ${detail}`)
    }
  }
  expect(unlike).toEqual([])
  expect(refused).toBeGreaterThan(200)
})

function requestOf({ method, path, access }: Call, { part, given }: Where, token: string) {
  const params = textsIn(part === 'params' ? given : good)
  const url = path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params.find(([key]) => key === name)?.[1] ?? ''),
  )
  const search = new URLSearchParams(part === 'query' ? textsIn(given) : [])
  return {
    method,
    url: `${url}?${search.toString()}`,
    headers: {
      ...(access === 'signed-in' ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload: JSON.stringify(part === 'body' ? given : {}) }),
  } satisfies InjectOptions
}

/** The text values with their names, as in a query string. */
const textsIn = (given: unknown): [string, string][] =>
  Object.entries<unknown>(Object(given)).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[name, one]] : [])),
  )

const sample = call({
  method: 'POST',
  path: '/sample',
  access: 'public',
  body: z.strictObject({
    name: z.string().check(z.minLength(3), z.maxLength(1200)),
    count: z.optional(z.int().check(z.minimum(2))),
    isSure: z.optional(z.boolean()),
    of: z.optional(z.object({ kind: z.enum(['A', 'B']) })),
    all: z.optional(z.array(z.number('a number of shares'))),
  }),
  answer: z.string(),
})

test.each([
  ['name is missing.', {}],
  ['name must be text.', { name: null }],
  ['name must have at least 3 characters.', { name: 'ab' }],
  ['name must have at most 1,200 characters.', { name: 'a'.repeat(1201) }],
  ['count must be at least 2.', { name: 'abc', count: 1 }],
  ['count must be a whole number.', { name: 'abc', count: 2.5 }],
  ['isSure must be true or false.', { name: 'abc', isSure: 'yes' }],
  ['of must be an object.', { name: 'abc', of: 7 }],
  ['of.kind is missing.', { name: 'abc', of: {} }],
  ['of.kind must be one of A, B.', { name: 'abc', of: { kind: 'C' } }],
  ['all must be a list.', { name: 'abc', all: 7 }],
  ['all.1 must be a number of shares.', { name: 'abc', all: [1, 'x'] }],
  ['The field xyz is not known here.', { name: 'abc', xyz: 1 }],
  ['The field "<b> " is not known here.', { name: 'abc', '<b> ': 1 }],
  [`The field "${'x'.repeat(40)}…" is not known here.`, { name: 'abc', [long]: 1 }],
  ['The body of the request must be a JSON object.', []],
])('a fault is told in the sentence: %s', (sentence, given) => {
  const { error } = sample.body.safeParse(given, noMessages)
  expect(error && faultSentence(error, { part: 'body', given })).toBe(sentence)
})
