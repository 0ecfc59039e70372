// Creates the log, and writes one line per request without secrets.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

import type { LogLevel } from './config.ts'
import { errorCode } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The public id of the calling account, once it is known and as long as it exists. */
    account: () => string | null
    /** True for a refused sign-in whose status does not show it. */
    isTurnedAway: boolean
  }
}

export function createLog(level: LogLevel, destination: DestinationStream = output()): Logger {
  const options = {
    level,
    redact: { paths: secrets, censor: '[redacted]' },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => describeError(error) },
  }
  return pino(options, destination)
}

let shared: DestinationStream | undefined

/**
 * Batches the lines of one turn of the event loop: a write per line costs more than the line. Pino's own batching
 * retries forever at exit if the reader of stdout is gone.
 */
function output(): DestinationStream {
  if (shared !== undefined) return shared
  let lines: string[] = []
  const flush = (): void => {
    if (lines.length > 0) process.stdout.write(lines.join(''))
    lines = []
  }
  // A closed pipe must not end the process.
  process.stdout.on('error', () => undefined)
  process.on('exit', flush)
  shared = {
    write: (line) => {
      if (lines.push(line) === 1) setImmediate(flush)
    },
  }
  return shared
}

/**
 * The request id of the log goes into the response, so that a report can be found in the log. The account, or a hash of
 * the address, shows who sends too many requests.
 */
export function logRequests(app: FastifyInstance, markOf: AddressMark): void {
  app.decorateRequest('account', noAccount)
  app.decorateRequest('isTurnedAway', false)
  // Redaction is off, because it is slow and this line has only the fields below.
  const log = app.log.child({}, { redact: [] })
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const account = request.account()
    const isRefused = account === null && isRefusedStranger(request, reply.statusCode)
    const line = {
      reqId: request.id,
      method: request.method,
      // The query is left out: a link may carry a secret.
      // Without the code of a league, which lets everybody in who reads it.
      path: request.url.split('?', 1)[0]?.replace(/^((?:\/api)?\/join)\/.*/, '$1/:code'),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(account === null ? {} : { account }),
      ...(isRefused ? { address: markOf(request.ip) } : {}),
    }
    if (isRefused || request.url.startsWith('/api/')) log.info(line, 'request')
    else log.debug(line, 'request')
    done()
  })
}

/** The account of requests without a session, or of a deleted account. */
export const noAccount = (): null => null

/** Hashes an address for the log. */
type AddressMark = (address: string) => string

/** Refused sign-ins and tokens, and requests beyond the limits of the address. */
function isRefusedStranger({ isTurnedAway, url }: FastifyRequest, status: number) {
  if (status < 400) return isTurnedAway
  return url.startsWith('/identity/') || refusals.has(status)
}

const refusals: ReadonlySet<number> = new Set([401, 403, 429])

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

/** Message and stack of an error, without its other fields, which can contain the values of a statement. */
function describeError(error: unknown, depth = 0): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const code = errorCode(error)
  const inner = error instanceof AggregateError ? error.errors : [error.cause]
  const causes = inner.filter((cause) => cause instanceof Error).slice(0, causesMax)
  return {
    type: error.name,
    message: error.message,
    ...(code === '' ? {} : { code }),
    stack: error.stack,
    ...(causes.length > 0 && depth < causesMax
      ? { causes: causes.map((cause) => describeError(cause, depth + 1)) }
      : {}),
  }
}
