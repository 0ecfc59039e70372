import { expect, test } from 'vitest'

import { createReachedLimits } from './reached-limits.ts'

test('so many limits are remembered, and then the oldest is not any more', () => {
  const reached = createReachedLimits({ now: () => 0, log: { warn: () => undefined } })
  const keys = Array.from({ length: 10_001 }, (_, index) => `key ${index}`)
  const note = (key: string) =>
    reached.note({ what: 'tries', key, account: null, retryAfterSeconds: 60 })
  for (const key of keys.slice(0, 10_000)) note(key)
  // Reached again, so that it is no longer the oldest.
  note('key 0')
  note('key 10000')
  const forgotten = keys.filter((key) => reached.recall(key) === null)
  expect(forgotten).toEqual(['key 1'])
})
