// The one table of calls: routes, validation both ways, the client's types and the API's documentation are read off it.
import * as z from 'zod/mini'

import { call } from './call.ts'

export const api = {
  config: call({
    method: 'GET',
    path: '/config.json',
    summary: 'What the web app must know before it starts.',
    access: 'public',
    answer: z.object({
      /** The external form of the Pro waitlist, or the path of our own. */
      proWaitlistUrl: z.string(),
    }),
  }),

  health: call({
    method: 'GET',
    path: '/healthz',
    summary: 'Says that the process is alive.',
    access: 'public',
    answer: z.object({ status: z.literal('alive') }),
  }),

  ready: call({
    method: 'GET',
    path: '/readyz',
    summary: 'Says that the server can do its work: the database answers.',
    access: 'public',
    answer: z.object({ status: z.literal('ready') }),
  }),
}
