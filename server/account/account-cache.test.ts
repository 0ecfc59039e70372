// What a node remembers of accounts does not outlive them, whatever was under way when they changed.
import { expect, test } from 'vitest'

import { openKnownAccounts } from './account-cache.ts'

const ada = { id: 7, publicId: 'public-7', isLocked: false }
const bob = { id: 8, publicId: 'public-8', isLocked: false }

/** A node, and the way to tell it what other nodes have said. */
async function openNode() {
  let hear = (_message: string): void => undefined
  const known = await openKnownAccounts({
    listen: async (_channel, onMessage) => {
      hear = onMessage
      return { close: async () => undefined }
    },
  })
  return { ...known, hear: (message: string) => hear(message) }
}

test('an account is forgotten when another node says that it has changed, and the others are not', async () => {
  const { note, moment, isCurrent, hear } = await openNode()
  const [first, second] = [note(ada, moment()), note(bob, moment())]
  hear('7')
  expect([isCurrent(first), isCurrent(second)]).toEqual([false, true])
  expect(isCurrent(note(ada, moment()))).toBe(true)
})

test('an account is forgotten at once where this node has changed it', async () => {
  const { note, moment, isCurrent, forget } = await openNode()
  const kept = note(ada, moment())
  forget(7)
  expect(isCurrent(kept)).toBe(false)
})

test('a look-up that was under way when the account changed is not believed', async () => {
  const { note, moment, isCurrent, hear } = await openNode()
  const before = moment()
  hear('7')
  expect(isCurrent(note(ada, before))).toBe(false)
})

test('every account is read anew after a reconnection, when words may have been missed', async () => {
  const { note, moment, isCurrent, hear } = await openNode()
  const kept = [note(ada, moment()), note(bob, moment())]
  hear('')
  expect(kept.map(isCurrent)).toEqual([false, false])
  expect(isCurrent(note(ada, moment()))).toBe(true)
})

test('an account that has changed stays forgotten, however many have changed since', async () => {
  const { note, moment, isCurrent, hear } = await openNode()
  const kept = note(ada, moment())
  hear('7')
  for (let id = 100; id < 20_200; id += 1) hear(String(id))
  expect(isCurrent(kept)).toBe(false)
  expect(isCurrent(note(ada, moment()))).toBe(true)
})
