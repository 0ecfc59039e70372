// The type of a call of the contract, and the types of its request and answer.
import type * as z from 'zod/mini'

import type { RefusalCode, RefusalDetails } from './refusals.ts'

type ObjectSchema = z.ZodMiniObject

/** A refusal without details. */
type PlainRefusal = {
  [Code in RefusalCode]: object extends RefusalDetails[Code] ? Code : never
}[RefusalCode]

/** The content types of files. A client reads them as text. */
export type FileType = 'text/csv' | 'application/json'

/** Request headers of calls, besides the token and the cookie. */
export type RequestHeader = 'Idempotency-Key' | 'If-None-Match' | 'Last-Event-ID'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The whole path; a parameter is written `:name` and described in `params`. */
  readonly path: `/${string}`
  /**
   * `optional` calls answer everybody, and more to callers with a token. `same-origin` calls are authenticated by a cookie,
   * so only pages of this product may make them.
   */
  readonly access: 'public' | 'optional' | 'signed-in' | 'same-origin'
  /** The rate limit of a signed-in call; default `reads`. Long reads count as reads too. */
  readonly budget?: 'trades' | 'long-reads'
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  readonly headers?: readonly RequestHeader[]
  /** Fields whose validation errors have their own refusal. */
  readonly faults?: Readonly<Record<string, PlainRefusal>>
  /** Refusals of this call; call-refusals.ts adds those of its access, its method and its fields. */
  readonly refusals?: readonly RefusalCode[]
  /** The kind of an answer that is not JSON: a file, server-sent events, or a redirect. */
  readonly answers?: FileType | 'text/event-stream' | 'redirect'
  /** The status of success; default 200. An answer with 204 has no body. */
  readonly status?: 201 | 204
  /** Whether a repeated call has the same answer with the status 200. */
  readonly repeatable?: true
  readonly answer: z.ZodMiniType
}

/** Checks a call against the type and keeps its exact type. */
export const call = <const C extends Call>(line: C): C => line

/** A read of a whole history or list, which has a budget of its own. */
export const longRead = { method: 'GET', access: 'signed-in', budget: 'long-reads' } as const

/** The request as a handler of the server gets it: parsed, without unknown fields. */
export type Given<C extends Call> = Parts<C, 'output'>

/** The request as a client passes it, before parsing. */
export type Asked<C extends Call> = Parts<C, 'input'>

/** The answer as a client gets it. */
export type Answer<C extends Call> = z.output<C['answer']>

type Parts<C extends Call, Way extends 'input' | 'output'> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends ObjectSchema ? Part : never]: Side<
    C[Part],
    Way
  >
}

type Side<Schema, Way extends 'input' | 'output'> = Schema extends ObjectSchema
  ? Way extends 'input'
    ? z.input<Schema>
    : z.output<Schema>
  : never
