// What is written about requests: one line each, without anything secret in it.
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { pino, type DestinationStream, type Logger } from 'pino'

import type { LogLevel } from './config.ts'
import { errorCode } from './errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The public id of the account that is calling, once that is known and as long as there is such an account. */
    account: () => string | null
    /** A sign-in that was refused, although the status does not say so. */
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
 * Lines of one moment go out together: a write for each costs more than the line. Pino can do that as well, but at the
 * end of a process whose reader is gone it tries for ever.
 */
function output(): DestinationStream {
  if (shared !== undefined) return shared
  let lines: string[] = []
  const flush = (): void => {
    if (lines.length > 0) process.stdout.write(lines.join(''))
    lines = []
  }
  // The reader of the pipe is gone, which is no reason to end.
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
 * The id in every log line of a request goes into its answer, so that a report can be found in the log. Who asks too
 * much is found by their account, or by what stands for their address.
 */
export function logRequests(app: FastifyInstance, markOf: AddressMark): void {
  app.decorateRequest('account', noAccount)
  app.decorateRequest('isTurnedAway', false)
  // Looking for secrets takes longer than the rest of the line, and this one has the fields below and no others.
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
      path: request.url.split('?', 1)[0],
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

/** Of a request that nobody has signed, or of somebody whose account is gone. */
export const noAccount = (): null => null

/** Stands for an address in the log without telling it. */
export type AddressMark = (address: string) => string

/** Whoever tries passwords, emails or tokens, or asks for more than their address may. */
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

/** An error's own words and place; not its other fields, where drivers keep the values of a statement. */
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
