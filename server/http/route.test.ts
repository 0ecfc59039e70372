// The order of the steps of a signed-in call.
import { api } from '@tengrand/contract/api.ts'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'

import { JsonPiece, SerializedAnswer } from './compression.ts'
import { signedInRoute, type Identify } from './route.ts'

const caller = { accountId: 1, email: null, signedInAt: 0, sessionId: null, isGuest: false }

test('a long read releases its slot before the answer is sent, also a serialized one', async () => {
  const steps: string[] = []
  const release = () => void steps.push('slot released')
  const identify: Identify = async () => ({ caller, acquireSlot: async () => ({ release }) })
  const app = fastify()
  app.addHook('onSend', async () => void steps.push('sent'))
  signedInRoute(app, identify, api.chapters, async () => ({ chapters: [] }))
  const answer = new SerializedAnswer(new JsonPiece('{}'))
  signedInRoute(app, identify, api.insights, async () => answer)
  for (const url of ['/api/portfolio/chapters', '/api/insights/7d']) {
    steps.length = 0
    const { headers } = await app.inject(url)
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(steps).toEqual(['slot released', 'sent'])
  }
})
