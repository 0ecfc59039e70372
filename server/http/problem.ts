// Sends refusals and errors of every origin as problem details (RFC 9457).
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import { problemOf, retryAfterSeconds, type Refusal } from '@tengrand/contract/refusals.ts'
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify'

import { ClockBehind } from '../clock.ts'
import { DatabaseBusy, DatabaseUnreachable } from '../db/failures.ts'
import { noAccount } from '../log.ts'
import { createRareLine } from '../rare-line.ts'
import { AccountGone } from './refusals.ts'
import { hasAnswer, endGracefully } from './connections.ts'
import { DuplicateKey } from './json-body.ts'

export const bodyLimitKilobytes = 16

const contentType = 'application/problem+json; charset=utf-8'

export function sendRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
): FastifyReply {
  const problem = problemOf(refusal)
  const wait = retryAfterSeconds(refusal)
  if (wait !== undefined) void reply.header('retry-after', wait)
  if (refusal.code === 'unauthorized') {
    void reply.header('www-authenticate', 'Bearer realm="Tengrand"')
    // The account may have been deleted on another node a moment ago.
    request.account = noAccount
  }
  if (refusal.code === 'method_not_allowed') void reply.header('allow', refusal.allowed.join(', '))
  // These headers belong to the response that failed.
  void reply.removeHeader('content-encoding').removeHeader('content-disposition')
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type(contentType)
    .send(JSON.stringify({ ...problem, request_id: request.id }))
}

export type SendError = (
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply

/** The error handler of an app. Only internal errors are logged as errors, and each of them. */
export function createSendError(log: FastifyBaseLogger): SendError {
  const warn = createRareLine((line) => log.warn(line, 'unavailable'))
  return (error, request, reply) => {
    const refusal = refusalOf(error)
    const line = { reqId: request.id, err: error }
    if (refusal.code === 'internal_error') log.error(line, 'unexpected error')
    if (refusal.code === 'unavailable') warn(line)
    return sendRefusal(request, reply, refusal)
  }
}

function refusalOf(error: FastifyError): Refusal {
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'body_too_large', limitKilobytes: bodyLimitKilobytes }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return { code: 'unsupported_media_type' }
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
      return { code: 'invalid_request', reason: 'The body of the request is not valid JSON.' }
    default:
  }
  if (error instanceof DuplicateKey) {
    return { code: 'invalid_request', reason: 'A name occurs twice in the body of the request.' }
  }
  if (
    error instanceof DatabaseUnreachable ||
    error instanceof DatabaseBusy ||
    error instanceof ClockBehind
  ) {
    return { code: 'unavailable' }
  }
  if (error instanceof AccountGone) return { code: 'unauthorized' }
  const { statusCode = 500 } = error
  if (statusCode === 429) return { code: 'too_many_requests' }
  if (statusCode === 503) return { code: 'unavailable' }
  return statusCode >= 400 && statusCode < 500
    ? { code: 'invalid_request', reason: 'The request could not be understood.' }
    : { code: 'internal_error' }
}

/** Answers bytes that are not HTTP, headers that are too long, and clients that are too slow. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  // The client has already been answered.
  if (socket.writableEnded && !socket.destroyed) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  // The client would take a second response for that of the next request.
  if (hasAnswer(socket)) return endGracefully(socket)
  const problem = problemOf(brokenRequest(error.code))
  const body = JSON.stringify(problem)
  // Ends the connection, which a silent client would hold forever.
  endGracefully(
    socket,
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${contentType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

function brokenRequest(code = ''): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { code: 'request_timeout' }
    case 'HPE_HEADER_OVERFLOW':
      return { code: 'invalid_request', reason: 'The headers of the request are too long.' }
    case 'HPE_INVALID_METHOD':
      return { code: 'invalid_request', reason: 'The HTTP method of the request is not known.' }
    default:
      return { code: 'invalid_request', reason: 'The request could not be understood.' }
  }
}
