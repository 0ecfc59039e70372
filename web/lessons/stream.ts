// One connection to the stream of a lesson. It is read by fetch, because an EventSource cannot send a token.
import { leagueQuotesStream } from '@tengrand/contract/lessons.ts'
import type { Answer } from '@tengrand/contract/call.ts'
import { safeParse } from 'zod/mini'

import { ApiProblem, network, refusedProblem, tokenless } from '../api/problem.ts'
import { currentTokenSource } from '../api/token-source.ts'
import { openStream } from '../api/transport.ts'
import { warnOnce } from '../browser/log.ts'
import { readEvents } from './events.ts'

export type LessonEvent = Answer<typeof leagueQuotesStream>

/** Called with null for a heartbeat and for an event that this version does not know. */
export type OnLessonEvent = (event: LessonEvent | null) => void

/** Ends when the server closes the stream, and rejects when it is refused, lost or aborted. */
export async function readLessonStream(
  league: string,
  signal: AbortSignal,
  onEvent: OnLessonEvent,
): Promise<void> {
  const response = await openResponse(league, signal)
  if (!response.ok) throw refusedProblem(response.status, undefined)
  if (response.body === null) throw new ApiProblem(network)
  const take = readEvents((type, data) => onEvent(type === 'heartbeat' ? null : parse(data)))
  const reader = response.body.pipeThrough(new TextDecoderStream(), { signal }).getReader()
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) take(piece.value)
}

/** A 401 is retried with a fresh token; the API client finds out what a second one means. */
async function openResponse(league: string, signal: AbortSignal): Promise<Response> {
  const source = currentTokenSource()
  const open = async (forceRefresh: boolean): Promise<Response> => {
    const token = await source?.getToken({ forceRefresh })
    if (token === undefined) throw new ApiProblem(tokenless)
    return openStream(leagueQuotesStream, { league }, { token, signal })
  }
  const first = await open(false)
  return first.status === 401 ? open(true) : first
}

function parse(text: string): LessonEvent | null {
  const { data, error } = safeParse(leagueQuotesStream.answer, jsonOf(text))
  if (error) warnOnce('An event of the lesson has an unknown format.', error)
  return data ?? null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
