// Parses JSON bodies and refuses objects with a duplicate key, whose value would be ambiguous.
import type { FastifyInstance } from 'fastify'

/** Replaces Fastify's parser, which silently takes the last value of a key. */
export function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      void parse(request, body, (error, value) => {
        if (error === null && hasDuplicateKey(body)) done(new DuplicateKey())
        else done(error, value)
      })
    },
  )
}

export class DuplicateKey extends Error {}

/** The text must be valid JSON. A hand-written scan, because this is on the hot path of every order. */
function hasDuplicateKey(text: string): boolean {
  const objects: Set<unknown>[] = []
  for (let index = 0; index < text.length; index += 1) {
    const sign = text[index]
    if (sign === '{') objects.push(new Set())
    else if (sign === '}') objects.pop()
    if (sign !== '"') continue
    const start = index
    index = endOfString(text, start)
    if (!isKey(text, index)) continue
    // Parsed, because "a" and "\u0061" are the same key.
    const key: unknown = JSON.parse(text.slice(start, index + 1))
    const keys = objects.at(-1)
    if (keys?.has(key)) return true
    keys?.add(key)
  }
  return false
}

function endOfString(text: string, start: number): number {
  let index = start + 1
  while (text[index] !== '"') index += text[index] === '\\' ? 2 : 1
  return index
}

function isKey(text: string, end: number): boolean {
  let index = end + 1
  while (/\s/.test(text[index] ?? '')) index += 1
  return text[index] === ':'
}
