// Tests the reading of server-sent events from pieces of text.
// @vitest-environment node
import { expect, test } from 'vitest'

import { readEvents } from './stream.ts'

function eventsIn(...pieces: readonly string[]): string[] {
  const events: string[] = []
  const take = readEvents((type, data) => events.push(`${type}: ${data}`))
  pieces.forEach(take)
  return events
}

test.each([
  ['an event', ['event: tick\ndata: {"a":1}\n\n'], ['tick: {"a":1}']],
  ['two events in one piece', ['event: a\ndata: 1\n\nevent: b\ndata: 2\n\n'], ['a: 1', 'b: 2']],
  ['an event in pieces', ['eve', 'nt: tick\nda', 'ta: {"a"', ':1}\n', '\n'], ['tick: {"a":1}']],
  ['lines that end as on Windows', ['event: tick\r\ndata: 1\r\n\r\n'], ['tick: 1']],
  ['data in several lines', ['data: 1\ndata:2\n\n'], ['message: 1\n2']],
  ['a colon in the data', ['data: a: b\n\n'], ['message: a: b']],
  [
    'comments and fields that it does not know',
    [': hello\nid: 7\nretry: 5\ndata: 1\n\n'],
    ['message: 1'],
  ],
  ['no event without data', ['event: tick\n\n', 'data: 1\n\n'], ['message: 1']],
  ['no event before its end', ['event: tick\ndata: 1\n'], []],
])('%s', (_what, pieces, events) => {
  expect(eventsIn(...pieces)).toEqual(events)
})
