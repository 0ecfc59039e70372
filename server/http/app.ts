// Creates the Fastify server without routes: limits, headers, body parser and error handler.
import { randomUUID } from 'node:crypto'

import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import type { Config } from '../config.ts'
import { watchConnections } from './connections.ts'
import { readJsonStrictly } from './json-body.ts'
import { sendPage } from './pages.ts'
import { answerBrokenRequest, bodyLimitKilobytes, createSendError } from './problem.ts'
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
  const sendError = createSendError(log)
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config.trustProxy),
    bodyLimit: bodyLimitKilobytes * 1024,
    requestTimeout: 30_000,
    // By default Node checks every 30 s, and bodies only after the header time-out of 60 s.
    http: { headersTimeout: 30_000, connectionsCheckingInterval: 2_000 },
    // No child logger per request: redacting its bindings costs time. Lines that need the request id have it.
    childLoggerFactory: (parent) => parent,
    // Longer than the usual keep-alive of proxies, so that they close first.
    keepAliveTimeout: 72_000,
    // Requests on open connections are still answered while the server closes.
    return503OnClosing: false,
    // The contract parses requests and answers: this avoids loading Fastify's two schema compilers.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    clientErrorHandler: answerBrokenRequest,
    // A URL that cannot be decoded passes no hook.
    frameworkErrors: (error, request, reply) => {
      // The line omits the message, which quotes the URL with its query.
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

/** A number is the count of proxies in front of the server. */
const trustOf = (setting: Config['trustProxy']) =>
  typeof setting === 'number' ? (_address: string, hop: number) => hop < setting : setting
