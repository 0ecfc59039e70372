// The HTTP server before it knows any route: its limits, its headers, and its error handler.
import { randomUUID } from 'node:crypto'

import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Config } from '../config.ts'
import { watchConnections } from './connections.ts'
import { readJsonStrictly } from './json-body.ts'
import { sendPage } from './pages.ts'
import { answerBrokenRequest, bodyLimitKilobytes, sendError } from './problem.ts'
import type { securityHeaders } from './security-headers.ts'
import { limitTime, type TimeLimit } from './time-limit.ts'
import type { WebApp } from './web-app.ts'

export interface HttpAppOptions {
  readonly config: Pick<Config, 'trustProxy'>
  readonly log: FastifyBaseLogger
  readonly headers: ReturnType<typeof securityHeaders>
  readonly web: WebApp | null
  readonly timeLimit: TimeLimit | undefined
}

const usualTimeLimit: TimeLimit = { answerWithinMs: 25_000, lookEveryMs: 1_000 }

export function createHttpApp(options: HttpAppOptions): FastifyInstance {
  const { config, log, headers, web, timeLimit } = options
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: bodyLimitKilobytes * 1024,
    requestTimeout: 30_000,
    // Node would check every 30 s only, and no body before the time-out of the headers, twice as long, is over.
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 2_000 },
    // A child logger for each request would redact its own id, too; lines that need the id name it.
    childLoggerFactory: (parent) => parent,
    // Longer than the proxies in front usually keep connections alive, so that they close first.
    keepAliveTimeout: 72_000,
    // While it closes, what is on the way is still answered; the listener takes nothing new.
    return503OnClosing: false,
    // What comes and goes is parsed by the contract: without these, a start would load two compilers for nothing.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    clientErrorHandler: answerBrokenRequest,
    // An address that cannot even be decoded meets no hook.
    frameworkErrors: (error, request, reply) => {
      // Without the message, which quotes the address and whatever stands in its query.
      request.log.info({ reqId: request.id, code: error.code }, 'unreadable address')
      void reply.headers(headers)
      return sendPage(request, reply, web) ?? sendError(error, request, reply)
    },
  })
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers)
    done()
  })
  app.setErrorHandler(sendError)
  app.removeContentTypeParser('text/plain')
  readJsonStrictly(app)
  watchConnections(app)
  limitTime(app, timeLimit ?? usualTimeLimit)
  return app
}

function noSchemas(): never {
  throw new Error('The calls of the contract are parsed by route.ts.')
}

/** A number means so many proxies, counted from our side. */
const trustOf = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
