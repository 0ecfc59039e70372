// The queue of luck requests: the order of turns, refusals, and closing.
import { luckOf, openReplaySteps, type LuckFacts } from '@tengrand/core/luck.ts'
import { cents } from '@tengrand/core/money.ts'
import { tickers } from '@tengrand/core/tickers.ts'
import { expect, onTestFinished, test } from 'vitest'

import { yieldToEventLoop } from '../yield-to-event-loop.ts'
import { createLuckQueue, luckLimits, type LuckQueue } from './luck-queue.ts'
import { createLuckThread, type LuckThread } from './luck-thread.ts'

/** Facts with this many purchases, each for a tenth of the cash. */
function factsOf(trades: number, seed: number): LuckFacts {
  const builder = openReplaySteps(cents(10_000_00))
  const entry = { ticker: 'AAPL' as const, quantity: 1, price: cents(1_00), at: 0, cost: cents(0) }
  for (let n = 0; n < trades; n += 1) builder.add({ ...entry, type: 'BUY' }, 0)
  const prices = new Float64Array(2 * tickers.length).map((_, place) => 100_00 + place ** 2)
  return { startingCash: cents(10_000_00), steps: builder.steps(), prices, seed }
}

const limits = { requests: 20, steps: 1_000, stepsPerSlice: 10, readsAtOnce: 2 }

/** A queue whose thread records the seed of each slice. */
function createRecorded() {
  const slices: number[] = []
  const thread: LuckThread = {
    play: async ({ facts, range }) => {
      slices.push(facts.seed)
      await yieldToEventLoop()
      return Array.from({ length: range.to - range.from }, () => 0)
    },
    close: async () => undefined,
  }
  return { queue: createLuckQueue(thread, limits), slices }
}

interface Asked {
  readonly trades: number
  readonly traders?: number
  readonly seed: number
}

/** A slice has ten steps. The learner counts as one more trader. */
const ask = (queue: LuckQueue, { trades, traders = 9, seed }: Asked) =>
  queue.run({
    trades,
    traders,
    read: async () => ({ facts: factsOf(trades, seed), finish: ({ values }) => values.length }),
  })

test('a request is cut into slices, between which a shorter one is served', async () => {
  const { queue, slices } = createRecorded()
  const long = [1, 2, 3].map((seed) => ask(queue, { trades: 10, seed }))
  await Promise.race(long)
  const before = slices.length
  expect(await ask(queue, { trades: 1, seed: 9 })).toBe(9)
  // Before it comes at most the slice under way and one turn of the oldest request.
  expect(slices.slice(before).indexOf(9)).toBeLessThanOrEqual(1)
  expect(await Promise.all(long)).toEqual([9, 9, 9])
})

test('half of the turns are for the oldest request, however many short ones keep coming', async () => {
  const { queue, slices } = createRecorded()
  const end = new AbortController()
  const flood = async (): Promise<void> => {
    while (!end.signal.aborted) await ask(queue, { trades: 1, seed: 9 })
  }
  const flooding = Array.from({ length: 10 }, flood)
  await ask(queue, { trades: 1, seed: 5 })
  const before = slices.length
  await ask(queue, { trades: 10, traders: 49, seed: 1 })
  const meanwhile = slices.slice(before)
  end.abort()
  await Promise.all(flooding)
  expect(meanwhile.filter((seed) => seed === 1)).toHaveLength(50)
  // The oldest short requests get their turns first.
  expect(meanwhile.length).toBeLessThanOrEqual(2 * 50 + 2 * 10)
  expect(meanwhile.filter((seed) => seed === 9).length).toBeGreaterThan(40)
})

test('two requests are read at a time, and a shorter one before longer ones that wait', async () => {
  const { queue } = createRecorded()
  const begun: number[] = []
  const gates = new Map<number, PromiseWithResolvers<void>>()
  const read = (trades: number) => {
    const gate = Promise.withResolvers<void>()
    gates.set(trades, gate)
    return queue.run({
      trades,
      traders: 9,
      read: async () => {
        begun.push(trades)
        await gate.promise
        return { answer: trades }
      },
    })
  }
  const all = [14, 13, 12, 11, 3].map(read)
  expect(begun).toEqual([14, 13])
  for (const gate of gates.values()) gate.resolve()
  expect(await Promise.all(all)).toEqual([14, 13, 12, 11, 3])
  // Turns alternate between the oldest and the shortest waiting request.
  expect(begun).toEqual([14, 13, 12, 3, 11])
})

test('long requests are refused when a minute of them waits, and a short one is let in beside them', async () => {
  const { queue } = createRecorded()
  const long = Array.from({ length: 6 }, (_, seed) => ask(queue, { trades: 20, seed }))
  const short = ask(queue, { trades: 1, seed: 9 })
  expect(await Promise.all(long)).toEqual([9, 9, 9, 9, 9, null])
  expect(await short).toBe(9)
  // An empty queue accepts a request of any length.
  expect(await ask(queue, { trades: 101, seed: 1 })).toBe(9)
})

test('so many wait, and the next one is refused', async () => {
  const { queue } = createRecorded()
  const asked = Array.from({ length: 25 }, (_, seed) => ask(queue, { trades: 1, seed }))
  const answers = await Promise.all(asked)
  expect(answers.filter((answer) => answer === null)).toHaveLength(5)
})

test('the slices of a request are together what it is as a whole', async () => {
  const failures: Error[] = []
  const thread = createLuckThread((error) => failures.push(error))
  const queue = createLuckQueue(thread, { ...luckLimits, stepsPerSlice: 700 })
  onTestFinished(() => queue.close())
  const [long, other] = await Promise.all(
    [40, 3].map((trades) =>
      queue.run({
        trades,
        traders: 200,
        read: async () => ({ facts: factsOf(trades, 7), finish: (luck) => luck }),
      }),
    ),
  )
  expect(long).toEqual(luckOf({ ...factsOf(40, 7), traders: 200 }))
  expect(other).toEqual(luckOf({ ...factsOf(3, 7), traders: 200 }))
  expect(failures).toEqual([])
})

test('a failed read is a failure of its request alone', async () => {
  const { queue } = createRecorded()
  const read = () => Promise.reject(new Error('The database is away.'))
  const broken = queue.run({ trades: 1, traders: 9, read })
  await expect(broken).rejects.toThrow('The database is away.')
  expect(await ask(queue, { trades: 1, seed: 1 })).toBe(9)
})

test('at its end requests that wait are answered, and the one that is being read is waited for', async () => {
  const thread = createLuckThread(() => undefined)
  const queue = createLuckQueue(thread, { ...luckLimits, readsAtOnce: 1 })
  const done: string[] = []
  const gate = Promise.withResolvers<void>()
  const play = { facts: factsOf(1, 1), finish: () => 'played' }
  const endless = queue.run({ trades: 1, traders: 1e9, read: async () => play })
  const readsWhen = (open: Promise<void>, name: string) =>
    queue.run({
      trades: 1,
      traders: 1,
      read: async () => {
        await open
        done.push(name)
        return { answer: name }
      },
    })
  const reading = readsWhen(gate.promise, 'read')
  const waiting = readsWhen(Promise.resolve(), 'read after the end')
  await yieldToEventLoop()
  const closed = queue.close().then(() => done.push('closed'))
  expect(await endless).toBe(null)
  await thread.close()
  gate.resolve()
  await closed
  expect(done).toEqual(['read', 'closed'])
  expect(await Promise.all([reading, waiting])).toEqual(['read', null])
  expect(await ask(queue, { trades: 1, seed: 1 })).toBe(null)
})
