// Generates the OpenAPI 3.1 description of the API from the contract.
import { STATUS_CODES } from 'node:http'

import { accountData } from '@tengrand/contract/account-data.ts'
import { api, type CallGroup } from '@tengrand/contract/api.ts'
import { refusalsOf } from '@tengrand/contract/call-refusals.ts'
import type { Call, RequestHeader } from '@tengrand/contract/call.ts'
import { problem } from '@tengrand/contract/problem.ts'
import { refusalLines } from '@tengrand/contract/refusals.ts'
import { summaries } from '@tengrand/contract/summaries.ts'
import type * as z from 'zod/mini'

import { cookieName } from './cookies.ts'
import { componentsOf, inlineSchema, type Components } from './openapi-schemas.ts'

export function openapiOf(groups: readonly CallGroup[]): object {
  const components = componentsOf()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tengrand',
      version: '1',
      description: 'A stock market simulator for people who want to learn to invest.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: groups.map(({ name, description }) => ({ name, description })),
    paths: pathsOf(groups, components),
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName('session', false),
          description: `Set by a sign-in at this server; over https its name is ${cookieName('session', true)}.`,
        },
      },
      headers: responseHeaders,
      schemas: components.schemas,
    },
  }
}

function pathsOf(groups: readonly CallGroup[], components: Components) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name: tag, calls } of groups) {
    for (const [name, call] of Object.entries(calls)) {
      const path = call.path.replaceAll(/:(\w+)/g, '{$1}')
      const operation = {
        operationId: name,
        tags: [tag],
        summary: summaries[name],
        ...operationOf(call, components),
      }
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation }
    }
  }
  return paths
}

const operationOf = (call: Call, { referTo }: Components): object => ({
  security: securityOf(call),
  parameters: [
    ...parametersOf(call.params, 'path'),
    ...parametersOf(call.query, 'query'),
    ...(call.headers ?? []).map((name) => requestHeaders[name]),
  ],
  ...(call.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: referTo(call.body) } },
    },
  }),
  responses: { ...successOf(call, referTo), ...refusalResponses(call, referTo) },
})

function securityOf(call: Call): object[] {
  if (call.access === 'signed-in') return [{ token: [] }]
  if (call.access === 'optional') return [{ token: [] }, {}]
  return call.access === 'same-origin' && refusalsOf(call).has('unauthorized')
    ? [{ session: [] }]
    : []
}

function parametersOf(schema: z.ZodMiniObject | undefined, location: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = inlineSchema(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
  }))
}

const requestHeaders: Readonly<Record<RequestHeader, object>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A UUID of the client for this one request. A retry with the same key and the same body does nothing twice.',
    schema: { type: 'string', format: 'uuid' },
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of an earlier answer: 304 where nothing has changed.',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was read: what was missed since comes first.',
    schema: { type: 'string' },
  },
}

const responseHeaders = {
  ContentDisposition: {
    description: 'The name of the file.',
    required: true,
    schema: { type: 'string' },
  },
  ETag: { description: 'For If-None-Match.', schema: { type: 'string' } },
  Location: { description: 'A page of the product.', required: true, schema: { type: 'string' } },
  RetryAfter: {
    description: 'In so many seconds the same request may succeed.',
    schema: { type: 'integer', minimum: 0 },
  },
  SetCookie: {
    description: 'Sets, renews or clears the cookies of the session.',
    schema: { type: 'string' },
  },
  RequestId: {
    description: 'The id under which the server has logged the request.',
    schema: { type: 'string' },
  },
  WwwAuthenticate: {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string' },
  },
}

const header = (name: keyof typeof responseHeaders) => ({ $ref: `#/components/headers/${name}` })

const isCached = (call: Call): boolean => call.headers?.includes('If-None-Match') === true

/** The headers that all responses of a call can have. */
const commonHeaders = (call: Call) => ({
  'X-Request-Id': header('RequestId'),
  ...(isCached(call) && { ETag: header('ETag') }),
  ...((call.access === 'same-origin' || call.answers === 'redirect') && {
    'Set-Cookie': header('SetCookie'),
  }),
})

/** The schemas of downloads that contain JSON. */
const fileSchemas = new Map<string, z.ZodMiniType>([[api.accountData.path, accountData]])

function successOf(call: Call, referTo: Components['referTo']): object {
  const { answers, status = 200, path } = call
  if (answers === 'redirect') {
    return {
      302: {
        description: 'A page of the product.',
        headers: { ...commonHeaders(call), Location: header('Location') },
      },
      default: problemResponse('Another refusal.', referTo(problem), commonHeaders(call)),
    }
  }
  if (status === 204) {
    return { 204: { description: STATUS_CODES[204], headers: commonHeaders(call) } }
  }
  const isFile = answers === 'text/csv' || answers === 'application/json'
  const schema =
    answers === 'text/csv' ? { type: 'string' } : referTo(fileSchemas.get(path) ?? call.answer)
  const success = {
    description: answers === 'text/event-stream' ? 'The data of each event.' : STATUS_CODES[status],
    headers: {
      ...commonHeaders(call),
      ...(isFile && { 'Content-Disposition': header('ContentDisposition') }),
    },
    content: { [answers ?? 'application/json']: { schema } },
  }
  return {
    [status]: success,
    ...(call.repeatable && { 200: { ...success, description: 'It was done before.' } }),
    ...(isCached(call) && {
      304: { description: 'Nothing has changed.', headers: commonHeaders(call) },
    }),
  }
}

/** One response for each status, with the codes that it can have. */
function refusalResponses(call: Call, referTo: Components['referTo']): object {
  const codes = refusalsOf(call)
  const possible = refusalLines.filter(({ code }) => codes.has(code))
  const byStatus = Object.groupBy(possible, ({ status }) => status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, lines = []]) => {
      const description = lines.map(({ code, title }) => `\`${code}\`: ${title}.`).join(' ')
      const narrowed = {
        type: 'object',
        required: ['code'],
        properties: { code: { type: 'string', enum: lines.map(({ code }) => code) } },
      }
      return [
        status,
        problemResponse(
          description,
          { allOf: [referTo(problem), narrowed] },
          {
            ...commonHeaders(call),
            ...(lines.some((line) => line.mayRetryLater) && {
              'Retry-After': header('RetryAfter'),
            }),
            ...(lines.some(({ code }) => code === 'unauthorized') && {
              'WWW-Authenticate': header('WwwAuthenticate'),
            }),
          },
        ),
      ]
    }),
  )
}

const problemResponse = (description: string, schema: object, headers: object) => ({
  description,
  headers,
  content: { 'application/problem+json': { schema } },
})
