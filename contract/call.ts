// The shape of one line of the contract, and the types that server and client read off it.
import type * as z from 'zod/mini'

import type { RefusalCode, RefusalDetails } from './refusals.ts'

type ObjectSchema = z.ZodMiniObject

/** A refusal that needs no details. */
type PlainRefusal = {
  [Code in RefusalCode]: object extends RefusalDetails[Code] ? Code : never
}[RefusalCode]

/** What a file can be. To a client it is text, whatever stands in it. */
export type FileType = 'text/csv' | 'application/json'

/** Headers that a call reads, beside the token and the cookie. */
export type RequestHeader = 'Idempotency-Key' | 'If-None-Match' | 'Last-Event-ID'

export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The whole path; a part that varies is written `:name` and described in `params`. */
  readonly path: `/${string}`
  readonly summary: string
  /** `same-origin` calls go by a cookie and are therefore for pages of this product alone. */
  readonly access: 'public' | 'signed-in' | 'same-origin'
  /** Which budget of an account a signed-in call is taken from: `reads`, unless it says otherwise. Long reads are reads. */
  readonly budget?: 'trades' | 'long-reads'
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  readonly headers?: readonly RequestHeader[]
  /** Fields whose faults have a refusal of their own. */
  readonly faults?: Readonly<Record<string, PlainRefusal>>
  /** The refusals of this call alone; call-refusals.ts adds those of its access, its budget and its fields. */
  readonly refusals?: readonly RefusalCode[]
  /** What the answer is, where it is not a value: a file, events that each carry a value, or a redirect of the browser. */
  readonly answers?: FileType | 'text/event-stream' | 'redirect'
  /** Of an answer that is no refusal: 200, unless it says otherwise. */
  readonly status?: 201
  readonly answer: z.ZodMiniType
}

/** Keeps the exact types of a line while it is checked against the shape of all lines. */
export const call = <const C extends Call>(line: C): C => line

/** What a handler on the server is given: parsed, with unknown fields gone. */
export type Given<C extends Call> = Parts<C, 'output'>

/** What a client hands over: the same parts before parsing. */
export type Asked<C extends Call> = Parts<C, 'input'>

/** What a client receives. */
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
