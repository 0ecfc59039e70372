// Reads JSON as the one thing it says: a name that occurs twice in an object could mean either value.
import type { FastifyInstance } from 'fastify'

/** In place of the framework's own parser, which takes the last value without a word. */
export function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => {
      void parse(request, body, (error, value) => {
        if (error === null && saysTwice(body)) done(new NameSaidTwice())
        else done(error, value)
      })
    },
  )
}

export class NameSaidTwice extends Error {}

/** The strings of the text, with the colon that makes a name of one, and where objects begin and end. */
const pieces = /"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g

/** The text must be valid JSON. */
function saysTwice(text: string): boolean {
  const objects: Set<unknown>[] = []
  for (const [piece, colon] of text.matchAll(pieces)) {
    if (piece === '{') objects.push(new Set())
    else if (piece === '}') objects.pop()
    else if (colon !== undefined) {
      const names = objects.at(-1)
      // Two spellings of one name, such as "a" and "\\u0061", are the same.
      const name: unknown = JSON.parse(piece.slice(0, -colon.length))
      if (names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
