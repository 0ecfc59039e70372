// Turns the first validation error of a request into a plain sentence.
import type * as z from 'zod/mini'

/** The part of the request, and its value. */
export interface Where {
  readonly part: 'params' | 'query' | 'body'
  readonly given: unknown
}

type Issue = z.core.$ZodIssue

/** Names the first wrong field and what it must be. */
export function faultSentence(
  { issues: [issue] }: z.core.$ZodError,
  { part, given }: Where,
): string {
  if (issue?.code === 'unrecognized_keys') {
    return `The field ${quoted(issue.keys[0] ?? '')} is not known here.`
  }
  if (issue === undefined || issue.path.length === 0) return notAnObject
  const field = issue.path.join('.')
  const value = valueAt(given, issue.path)
  if (value === undefined || isEmpty(issue)) return `${field} is missing.`
  // A query parameter that occurs twice is parsed as a list.
  if (part === 'query' && Array.isArray(value)) return `${field} must be given only once.`
  return `${field} must ${hasMessage(issue) ? `be ${issue.message}` : ruleOf(issue)}.`
}

const notAnObject = 'The body of the request must be a JSON object.'

const nameLengthMax = 40

/** Quotes and shortens an unusual name, because clients can send any. */
const quoted = (name: string): string =>
  /^[\w.-]+$/.test(name) && name.length <= nameLengthMax
    ? name
    : JSON.stringify(name.length > nameLengthMax ? `${name.slice(0, nameLengthMax)}…` : name)

const valueAt = (given: unknown, path: Issue['path']): unknown =>
  path.reduce<unknown>((value, key) => Object(value)[key], given)

const isEmpty = (issue: Issue): boolean =>
  issue.code === 'too_small' && issue.origin === 'string' && issue.minimum === 1

/** The contract has a message where type and limits do not say what the field must be. */
const hasMessage = ({ message }: Issue): boolean => message !== wordless
const wordless = '-'

/** The parse option that replaces the messages of zod in any locale. */
export const noMessages = { error: () => wordless }

/** The rule of a field by the kind of the issue; for other kinds the contract must have a message. */
function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_type') return `be ${kinds[issue.expected] ?? another}`
  if (issue.code === 'invalid_value') return `be one of ${issue.values.map(String).join(', ')}`
  if (issue.code === 'too_small') return limit(issue.origin, 'at least', issue.minimum)
  if (issue.code === 'too_big') return limit(issue.origin, 'at most', issue.maximum)
  return `be ${another}`
}

const another = 'something else'

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const limit = (origin: string, side: string, size: number | bigint): string =>
  origin === 'string'
    ? `have ${side} ${size.toLocaleString('en-US')} characters`
    : `be ${side} ${size.toLocaleString('en-US')}`
