// What is written about requests: one line each, without anything secret in it.
import type { FastifyInstance } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

import type { LogLevel } from './config.ts'

/** Lines go out together, a quarter of a second late at most; what is left goes out when the process ends. */
const toOutput = { sync: false, minLength: 16_000, maxLength: 4_194_304, periodicFlush: 250 }

export function createLog(
  level: LogLevel,
  destination: DestinationStream = pino.destination(toOutput),
): Logger {
  const options = {
    level,
    redact: { paths: secrets, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
  }
  return pino(options, destination)
}

/** The id in every log line of a request goes into its answer, so that a report can be found in the log. */
export function logRequests(app: FastifyInstance): void {
  // Looking for secrets takes longer than the rest of the line, and this one has the fields below and no others.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      reqId: request.id,
      method: request.method,
      // The query is left out: a link may carry something that opens a door.
      path: request.url.split('?', 1)[0],
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    }
    if (request.url.startsWith('/api/')) log.info(line, 'request')
    else log.debug(line, 'request')
    done()
  })
}

const secretNames = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'secret',
  'token',
  'id_token',
  'access_token',
  'refresh_token',
  'idToken',
  'accessToken',
  'refreshToken',
]
const secrets = secretNames.flatMap((name) =>
  ['', '*', '*.*', '*.*.*'].map((above) => `${above}["${name}"]`),
)

const causesMax = 3

/** An error's own words and place; not its other fields, where drivers keep the values of a statement. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  const causes = inner.filter((cause) => cause instanceof Error).slice(0, causesMax)
  return {
    type: error.name,
    message: error.message,
    ...code,
    stack: error.stack,
    ...(causes.length > 0 && depth < causesMax
      ? { causes: causes.map((cause) => describeError(cause, depth + 1)) }
      : {}),
  }
}
