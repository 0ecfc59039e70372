// Reads JSON as the one thing it says: a name that occurs twice in an object could mean either value.
import type { FastifyInstance } from 'fastify'

/** In place of the framework's own parser, which silently takes the last value. */
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

/** The text must be valid JSON. Scanned by hand, because this is on the hot path of every order. */
function hasDuplicateKey(text: string): boolean {
  const objects: Set<unknown>[] = []
  for (let place = 0; place < text.length; place += 1) {
    const sign = text[place]
    if (sign === '{') objects.push(new Set())
    else if (sign === '}') objects.pop()
    if (sign !== '"') continue
    const start = place
    place = endOfString(text, start)
    if (!isName(text, place)) continue
    // Two spellings of one name, such as "a" and "\u0061", are the same.
    const name: unknown = JSON.parse(text.slice(start, place + 1))
    const names = objects.at(-1)
    if (names?.has(name)) return true
    names?.add(name)
  }
  return false
}

function endOfString(text: string, start: number): number {
  let place = start + 1
  while (text[place] !== '"') place += text[place] === '\\' ? 2 : 1
  return place
}

function isName(text: string, end: number): boolean {
  let place = end + 1
  while (/\s/.test(text[place] ?? '')) place += 1
  return text[place] === ':'
}
