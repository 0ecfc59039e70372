import { expect, test } from 'vitest'

import { eventually } from '../testing/browser.ts'
import { Busy, createWorkQueue } from './work-queue.ts'

/** Tasks that end when the test calls the functions in `started`. */
function held() {
  const started: (() => void)[] = []
  return { started, work: () => new Promise<void>((resolve) => started.push(resolve)) }
}

test('a work queue runs a few tasks, lets a few wait, and refuses the rest', async () => {
  const enqueue = createWorkQueue({ atOnce: 2, waitingMax: 3 })
  const { started, work } = held()
  const five = Array.from({ length: 5 }, () => enqueue(work))
  await expect(enqueue(work)).rejects.toThrow(Busy)
  expect(started).toHaveLength(2)
  started[0]?.()
  await five[0]
  await eventually(() => expect(started).toHaveLength(3))
  const sixth = enqueue(work)
  for (let next = 1; next < 6; next += 1) {
    await eventually(() => expect(started.length).toBeGreaterThan(next))
    started[next]?.()
    await [...five, sixth][next]
  }
  expect(started).toHaveLength(6)
})

test('a work queue runs the next task when one fails', async () => {
  const enqueue = createWorkQueue({ atOnce: 1, waitingMax: 1 })
  const failing = enqueue(() => Promise.reject(new Error('failed')))
  const next = enqueue(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})

test('a work queue gives no new task the slot of one that was waiting', async () => {
  const enqueue = createWorkQueue({ atOnce: 1, waitingMax: 1 })
  const order: string[] = []
  const first = enqueue(async () => void order.push('first'))
  const second = enqueue(async () => void order.push('second'))
  await first
  const third = enqueue(async () => void order.push('third'))
  await Promise.all([second, third])
  expect(order).toEqual(['first', 'second', 'third'])
})

/** Records the names of tasks in the order in which they start. */
function written(options: Parameters<typeof createWorkQueue>[0]) {
  const enqueue = createWorkQueue(options)
  const begun: string[] = []
  const add = (name: string, account?: string) =>
    enqueue(async () => void begun.push(name), account === undefined ? null : { account })
  const addLink = (name: string) => enqueue(async () => void begun.push(name), { link: name })
  return { begun, add, addLink }
}

test('a work queue runs the task of an account next, however many strangers wait', async () => {
  const { begun, add } = written({ atOnce: 1, waitingMax: 64 })
  const burst = Array.from({ length: 60 }, (_, index) => add(`stranger ${index}`))
  await Promise.all([...burst, add('known', 'ada')])
  expect(begun.indexOf('known')).toBe(1)
})

test('a work queue lets accounts wait where the queue of the strangers is full', async () => {
  const { begun, add } = written({ atOnce: 1, waitingMax: 2 })
  const taken = Array.from({ length: 3 }, (_, index) => add(`stranger ${index}`))
  const refused = add('stranger 3').catch((error: unknown) => error)
  taken.push(add('known 0', 'ada'), add('known 1', 'grace'))
  expect(await refused).toEqual(new Busy())
  await Promise.all(taken)
  expect(begun).toEqual(['stranger 0', 'known 0', 'known 1', 'stranger 1', 'stranger 2'])
})

test('a work queue lets four tasks of an account wait, and as many of each other account', async () => {
  const { begun, add } = written({ atOnce: 1, waitingMax: 2 })
  const running = add('stranger')
  const waiting = Array.from({ length: 200 }, (_, index) =>
    Array.from({ length: 4 }, () => add('eve', `eve ${index}`)),
  ).flat()
  await expect(add('eve', 'eve 7')).rejects.toThrow(Busy)
  await Promise.all([running, ...waiting, add('ada', 'ada')])
  expect(begun).toHaveLength(802)
  await Promise.all(Array.from({ length: 5 }, () => add('eve', 'eve 7')))
  expect(begun).toHaveLength(807)
})

test('a work queue runs the task of a reset link next, however many accounts wait', async () => {
  const { begun, add, addLink } = written({ atOnce: 1, waitingMax: 64 })
  const accounts = Array.from({ length: 300 }, (_, index) => add('account', `account ${index}`))
  const strangers = Array.from({ length: 60 }, () => add('stranger'))
  await Promise.all([...accounts, ...strangers, addLink('owner')])
  expect(begun.indexOf('owner')).toBe(1)
})

test('a work queue leaves a slot in four to strangers, so that no task waits for ever', async () => {
  const { begun, add } = written({ atOnce: 1, waitingMax: 64 })
  const strangers = Array.from({ length: 3 }, () => add('stranger'))
  const known = Array.from({ length: 7 }, (_, index) => add('known', `account ${index}`))
  await Promise.all([...strangers, ...known])
  const [k, s] = ['known', 'stranger']
  expect(begun).toEqual([s, k, k, k, s, k, k, k, s, k])
})
