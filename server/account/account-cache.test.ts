// The cache of accounts drops an account that has changed, also where a query was running meanwhile.
import { expect, test } from 'vitest'

import { openAccountCache } from './account-cache.ts'

/** The cache of a node; `read` caches an account, `hear` delivers the notification of another node. */
async function openNode() {
  let hear = (_message: string): void => undefined
  const cache = await openAccountCache({
    listen: async (_channel, onMessage) => {
      hear = onMessage
      return { close: async () => undefined }
    },
  })
  const read = (id: number) => ({ id, version: cache.version() })
  return { ...cache, read, hear: (message: string) => hear(message) }
}

test('an account is forgotten when another node says that it has changed, and the others are not', async () => {
  const { read, isCurrent, hear } = await openNode()
  const [first, second] = [read(7), read(8)]
  hear('7')
  expect([isCurrent(first), isCurrent(second)]).toEqual([false, true])
  expect(isCurrent(read(7))).toBe(true)
})

test('an account is forgotten at once where this node has changed it', async () => {
  const { read, isCurrent, forget } = await openNode()
  const cached = read(7)
  forget(7)
  expect(isCurrent(cached)).toBe(false)
})

test('a look-up that was under way when the account changed is not believed', async () => {
  const { read, isCurrent, hear } = await openNode()
  const before = read(7)
  hear('7')
  expect(isCurrent(before)).toBe(false)
})

test('every account is read anew after a reconnection, when words may have been missed', async () => {
  const { read, isCurrent, hear } = await openNode()
  const cached = [read(7), read(8)]
  hear('')
  expect(cached.map(isCurrent)).toEqual([false, false])
  expect(isCurrent(read(7))).toBe(true)
})

test('an account that has changed stays forgotten, however many have changed since', async () => {
  const { read, isCurrent, hear } = await openNode()
  const cached = read(7)
  hear('7')
  for (let id = 100; id < 20_200; id += 1) hear(String(id))
  expect(isCurrent(cached)).toBe(false)
  expect(isCurrent(read(7))).toBe(true)
})
