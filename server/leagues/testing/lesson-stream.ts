// Reads the stream of a lesson over a real connection, as the web app does.
import { onTestFinished } from 'vitest'

import type { Learner } from '../../testing/learner.ts'
import type { Class } from './lesson.ts'

export async function readStream({ app, path }: Pick<Class, 'app' | 'path'>, learner: Learner) {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const url = app.listeningOrigin
  const leaving = new AbortController()
  onTestFinished(() => leaving.abort())
  const response = await fetch(`${url}${path}/quotes/stream`, {
    headers: { authorization: `Bearer ${learner.token}` },
    signal: leaving.signal,
  })
  let text = ''
  let changed = Promise.withResolvers<void>()
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece, { stream: true })
      changed.resolve()
      changed = Promise.withResolvers()
    }
  }
  const ended = read().catch(() => undefined)
  return {
    status: response.status,
    text: () => text,
    ended,
    /** Also resolves when the stream ends. */
    until: async (isEnough: (text: string) => boolean): Promise<void> => {
      while (!isEnough(text)) {
        if ((await Promise.race([changed.promise, ended.then(() => 'over')])) === 'over') return
      }
    },
    leave: async (): Promise<void> => {
      leaving.abort()
      await ended
    },
  }
}
