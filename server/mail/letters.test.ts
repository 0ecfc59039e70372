import { Writable } from 'node:stream'

import { expect, test } from 'vitest'

import { createLog } from '../log.ts'
import { createLetters, type LetterDoors } from './letters.ts'
import { eventually } from '../identity/testing/browser.ts'

/** Letters that are written down here, and what the log says of them. */
function deskWith(doors: Partial<LetterDoors> = {}) {
  const written: string[] = []
  const lines: string[] = []
  const write = (chunk: unknown, _encoding: string, done: () => void) => {
    lines.push(String(chunk))
    done()
  }
  const letters = createLetters({
    write: async (email) => void written.push(email),
    log: createLog('trace', new Writable({ write })),
    ...doors,
  })
  return { ...letters, written, log: () => lines.join('') }
}

const never = () => new Promise<void>(() => undefined)

/** As the real one: it is over when the server ends. */
const untilTheEnd = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))

test('a letter is begun after a pause that does not hold up the others', async () => {
  const pauses: (() => void)[] = []
  const desk = deskWith({ pause: () => new Promise((resolve) => pauses.push(resolve)) })
  for (const email of ['a', 'b', 'c', 'd', 'e', 'f']) expect(desk.add(email)).toBe(true)
  expect(pauses).toHaveLength(6)
  await new Promise(setImmediate)
  expect(desk.written).toEqual([])
  pauses[5]?.()
  await eventually(() => expect(desk.written).toEqual(['f']))
})

test('the pause is between 50 and 500 milliseconds, and not always the same', async () => {
  const took: number[] = []
  const begun = performance.now()
  const desk = deskWith({ write: async () => void took.push(performance.now() - begun) })
  for (let index = 0; index < 100; index += 1) desk.add('a')
  await eventually(() => expect(took).toHaveLength(100))
  // A timer may come a little early, and on a busy machine late.
  expect(Math.min(...took)).toBeGreaterThan(48)
  expect(Math.max(...took) - Math.min(...took)).toBeGreaterThan(100)
})

test('five hundred may wait, pausing or not, and no more', () => {
  const desk = deskWith({ pause: never })
  const taken = Array.from({ length: 502 }, () => desk.add('a'))
  expect(taken.filter(Boolean)).toHaveLength(500)
  expect(taken.slice(-2)).toEqual([false, false])
})

test.each([
  ['pause', untilTheEnd],
  ['wait for others', async () => undefined],
])(
  'those that %s when the server ends are written, and no new ones are taken',
  async (_what, pause) => {
    const written: string[] = []
    const write = async (email: string) => {
      await new Promise(setImmediate)
      written.push(email)
    }
    const desk = deskWith({ pause, write })
    for (let index = 0; index < 20; index += 1) desk.add(`${index}`)
    // Until those that do not pause are in the queue.
    await Promise.resolve()
    const closing = desk.close()
    expect(desk.add('late')).toBe(false)
    await closing
    expect(written).toHaveLength(20)
    expect(desk.log()).toBe('')
  },
)

test('those that cannot be written in time are counted, and not named', async () => {
  const desk = deskWith({ write: never, pause: untilTheEnd, closeWithinMs: 50 })
  for (let index = 0; index < 7; index += 1) desk.add('ada@school.example')
  await desk.close()
  expect(desk.log()).toContain('"lost":7')
  expect(desk.log()).toContain('the server ends before these letters were written')
  expect(desk.log()).not.toContain('ada')
})
