// The API described in OpenAPI 3.1, read off the contract.
import { api } from '@tengrand/contract/api.ts'
import { accountData } from '@tengrand/contract/account-data.ts'
import type { Call } from '@tengrand/contract/call.ts'
import { refusalLines } from '@tengrand/contract/refusals.ts'
import * as z from 'zod/mini'

export function openapiOf(calls: Readonly<Record<string, Call>>): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tengrand',
      version: '1',
      description: 'A stock market simulator for people who want to learn to invest.',
    },
    paths: pathsOf(calls),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Problem: problemSchema },
    },
  }
}

function pathsOf(calls: Readonly<Record<string, Call>>): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const [name, line] of Object.entries(calls)) {
    const path = line.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [line.method.toLowerCase()]: operationOf(name, line) }
  }
  return paths
}

const operationOf = (name: string, line: Call): object => ({
  operationId: name,
  summary: line.summary,
  security: line.access === 'signed-in' ? [{ bearer: [] }] : [],
  parameters: [...parametersOf(line.params, 'path'), ...parametersOf(line.query, 'query')],
  ...(line.body === undefined
    ? {}
    : { requestBody: { required: true, content: json(schemaOf(line.body, 'input')) } }),
  responses: {
    ...(line.answers === 'redirect'
      ? { 302: { description: 'A page of the product' } }
      : { [line.status ?? 200]: { description: 'OK', content: contentOf(line) } }),
    default: {
      description: 'A refusal',
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  },
})

/** What stands in files of JSON, which to clients are text. */
const fileSchemas = new Map<string, z.ZodMiniType>([[api.accountData.path, accountData]])

const contentOf = ({ path, answers, answer }: Call): object => ({
  [answers ?? 'application/json']: {
    schema: schemaOf(fileSchemas.get(path) ?? answer, 'output'),
  },
})

function parametersOf(schema: z.ZodMiniObject | undefined, place: 'path' | 'query'): object[] {
  if (schema === undefined) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const json = (schema: object): object => ({ 'application/json': { schema } })

const problemSchema = {
  type: 'object',
  description: 'Problem details (RFC 9457); `error` repeats `detail`, `code` is stable.',
  required: ['type', 'title', 'status', 'detail', 'error', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    error: { type: 'string' },
    code: { type: 'string', enum: refusalLines.map(({ code }) => code) },
    request_id: { type: 'string' },
  },
}
