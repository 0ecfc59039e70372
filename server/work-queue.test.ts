import { expect, test } from 'vitest'

import { Busy, createWorkQueue } from './work-queue.ts'
import { eventually } from './identity/testing/browser.ts'

/** Work that ends when the test says so. */
function held() {
  const started: (() => void)[] = []
  return {
    started,
    work: () => new Promise<void>((resolve) => started.push(resolve)),
  }
}

test('lets a few in, lets a few wait, and sends the rest away', async () => {
  const inTurn = createWorkQueue({ atOnce: 2, waitingMax: 3 })
  const { started, work } = held()
  const five = Array.from({ length: 5 }, () => inTurn(work))
  await expect(inTurn(work)).rejects.toThrow(Busy)
  expect(started).toHaveLength(2)
  started[0]?.()
  await five[0]
  await eventually(() => expect(started).toHaveLength(3))
  const sixth = inTurn(work)
  for (let next = 1; next < 6; next += 1) {
    await eventually(() => expect(started.length).toBeGreaterThan(next))
    started[next]?.()
    await [...five, sixth][next]
  }
  expect(started).toHaveLength(6)
})

test('takes the next one in when work fails', async () => {
  const inTurn = createWorkQueue({ atOnce: 1, waitingMax: 1 })
  const failing = inTurn(() => Promise.reject(new Error('failed')))
  const next = inTurn(() => Promise.resolve('done'))
  await expect(failing).rejects.toThrow('failed')
  expect(await next).toBe('done')
})

test('gives nobody the place of one who was waiting', async () => {
  const inTurn = createWorkQueue({ atOnce: 1, waitingMax: 1 })
  const order: string[] = []
  const first = inTurn(async () => void order.push('first'))
  const second = inTurn(async () => void order.push('second'))
  await first
  const third = inTurn(async () => void order.push('third'))
  await Promise.all([second, third])
  expect(order).toEqual(['first', 'second', 'third'])
})
