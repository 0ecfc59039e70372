// Serves the web app: its files, and its page for every path that is neither a file nor a call.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { accepts } from './compression.ts'
import { sendRefusal } from './problem.ts'
import type { WebApp, WebFile } from './web-app.ts'

export function servePages(app: FastifyInstance, web: WebApp | null): void {
  for (const file of web?.files ?? []) {
    app.get(file.path, (request, reply) => sendFile(request, reply, file))
  }
  const answerUnknown = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    sendPage(request, reply, web) ?? sendRefusal(request, reply, { code: 'not_found' })
  app.setNotFoundHandler(answerUnknown)
  // onRequest runs before the body is read.
  app.addHook('onRequest', async (request, reply) =>
    request.is404 ? answerUnknown(request, reply) : undefined,
  )
}

/** Null where the path is not that of a page. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  web: WebApp | null,
): FastifyReply | null {
  return web !== null && isPage(request) ? sendFile(request, reply, web.page) : null
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  void reply.headers({
    'cache-control': file.caching,
    etag: file.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  void reply.type(file.type)
  const accepted = request.headers['accept-encoding'] ?? ''
  for (const [name, content] of [['br', file.brotli] as const, ['gzip', file.gzip] as const]) {
    if (content !== null && accepts(accepted, name)) {
      return reply.header('content-encoding', name).send(content)
    }
  }
  return reply.send(file.plain)
}

/** Every path may be a page, because the web app has the routes, except those of calls and files. */
function isPage({ method, url, headers }: FastifyRequest): boolean {
  const accepted = headers.accept ?? '*/*'
  return (
    (method === 'GET' || method === 'HEAD') &&
    !reserved.test(plainPath(url)) &&
    !missingFile.test(plainPath(url)) &&
    /text\/(html|\*)|\*\/\*/.test(accepted)
  )
}

const reserved = /^\/(api|assets|auth|identity|healthz|readyz|metrics|config\.json)(\/|$)/i

/** A missing file. The names below these two pages may contain a dot. */
const missingFile = /^\/(?!(stock|portfolio)\/).*\.[a-z\d]{2,11}$/i

/** Normalizes a request target, which may be absolute, percent-encoded (also wrongly) or have repeated slashes. */
function plainPath(url: string): string {
  const [path = ''] = url.replace(/^https?:\/\/[^\\/?#]*/i, '').split(/[?#]/, 1)
  return path
    .replaceAll(/%[0-7][\da-f]/gi, (sign) => decodeURIComponent(sign))
    .replaceAll(/[\\/]+/g, '/')
}
