// Serves the built web app: hashed files for ever, the page itself always fresh, and the page for every unknown address.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import { sendRefusal } from './problem.ts'

/** The page of the web app, or null where it has not been built. */
export function readPage(webDir: string): string | null {
  const file = join(webDir, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

export async function servePages(
  app: FastifyInstance,
  webDir: string,
  built: boolean,
): Promise<void> {
  if (built) {
    await app.register(fastifyStatic, {
      root: webDir,
      index: false,
      // A route for each file that is there at the start, and for nothing else.
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz'],
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => void reply.header('cache-control', cachingOf(path)),
    })
  }
  app.setNotFoundHandler((_request, reply) => reply.sendFile('index.html'))
  // Before the body is read: where there is nothing, it does not matter what was sent.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 && !(built && isPage(request))
      ? sendRefusal(request, reply, { code: 'not_found' })
      : undefined,
  )
}

/** Names under /assets carry a hash of their content, so they never change; everything else may. */
const cachingOf = (path: string): string =>
  /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'

/** The web app finds out by itself which pages exist; programs' addresses and files are never pages. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const accepted = headers.accept ?? '*/*'
  return (
    (method === 'GET' || method === 'HEAD') &&
    !/^\/(api|assets|auth|identity)(\/|\?|$)/.test(url) &&
    (accepted.includes('text/html') || accepted.includes('*/*'))
  )
}
