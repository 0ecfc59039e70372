// The stream of a lesson as server-sent events, for its members.
import type { OutgoingHttpHeaders } from 'node:http'

import { api } from '@tengrand/contract/api.ts'
import type { Given } from '@tengrand/contract/call.ts'
import type { FastifyInstance } from 'fastify'

import { sendRefusal } from '../http/problem.ts'
import { authenticate, parseParts, type Identify } from '../http/route.ts'
import { isLiveLesson } from '../lessons/live.ts'
import { streamHeaders } from '../market/stream.ts'
import { tickEvent, type RoomDeps, type Rooms } from './lesson-rooms.ts'
import { findLeague } from './store.ts'

export interface LessonStreamDeps extends Pick<RoomDeps, 'db' | 'marketOf'> {
  readonly identify: Identify
  readonly rooms: Rooms
}

const streamsPerAccountMax = 3

const leagueIn = ({ params }: Record<string, unknown>): string =>
  (params as Given<typeof api.leagueQuotesStream>['params']).league

export function addLessonStream(app: FastifyInstance, deps: LessonStreamDeps): void {
  const { marketOf, identify, rooms } = deps
  const call = api.leagueQuotesStream
  const { onRequest, callerOf } = authenticate(identify, call)
  app.route({
    method: call.method,
    url: call.path,
    exposeHeadRoute: false,
    onRequest,
    handler: async (request, reply) => {
      const given = parseParts(call, request)
      if ('refusal' in given) return sendRefusal(request, reply, given.refusal)
      const { accountId } = callerOf(request).caller
      const league = await findLeague(deps.db, accountId, leagueIn(given.parts))
      if ('refusal' in league) return sendRefusal(request, reply, league.refusal)
      const lesson = await marketOf({ contestId: league.id })
      if (!isLiveLesson(lesson)) return sendRefusal(request, reply, { code: 'not_a_lesson' })
      if (rooms.count(accountId) >= streamsPerAccountMax)
        return sendRefusal(request, reply, { code: 'too_many_requests' })
      const first = tickEvent(lesson)
      const { raw: out } = reply.hijack()
      out.writeHead(200, reply.headers(streamHeaders).getHeaders() as OutgoingHttpHeaders)
      out.write(first)
      rooms.enter(league.id, lesson, { accountId, out })
    },
  })
  app.addHook('preClose', async () => rooms.close())
}
