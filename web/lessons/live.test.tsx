// Tests the live state of a lesson: from the stream, by polling without it, after sleep, and at the end.
import { act, renderHook } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import {
  isDown,
  Learner,
  lookAgain,
  hear,
  refuses,
  replies,
  requests,
  says,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import {
  answerLesson,
  boardEvent,
  lessonBoard,
  quotesAt,
  type LessonStream,
} from '../testing/lesson-play.ts'
import { useLiveLesson } from './live.ts'

let stream: LessonStream

testAsLearner(() => {
  stream = answerLesson()
})

beforeEach(() => {
  // Polls after 2 seconds, and connects again after 0.75.
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

const open = () => {
  const { result, unmount } = renderHook(() => useLiveLesson('l-1'), { wrapper: Learner })
  return { shown: () => result.current, unmount }
}

const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const quotesPath = '/api/leagues/l-1/quotes'
const streamPath = '/api/leagues/l-1/quotes/stream'
const boardPath = '/api/leagues/l-1/board'
const polls = () => timesAsked(`GET ${quotesPath}`)

describe('with the stream', () => {
  test('is that of the last tick', async () => {
    const { shown } = open()
    expect(shown()).toMatchObject({ state: null, tick: null, now: null, isLive: false })
    await stream.send('tick', quotesAt(61, { D: 103.4 }))
    await stream.send('tick', quotesAt(62, { D: 101.1 }))
    expect(shown()).toMatchObject({
      state: 'running',
      tick: 62,
      now: Date.parse(quotesAt(62).lesson.now),
      isLive: true,
    })
    expect(shown().quotes.get('D')).toEqual({ price: 10_110, bid: 10_100, ask: 10_120 })
    expect(shown().quotes.size).toBe(16)
    await pass(15)
    expect(polls()).toBe(0)
  })

  test('sends the token', async () => {
    open()
    await stream.send('heartbeat')
    const asked = requests.find(({ address }) => address === streamPath)
    expect(asked?.headers.get('authorization')).toBe('Bearer token of uid-ann')
  })

  test('knows a pause', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(62))
    await stream.send('tick', quotesAt(62, {}, 'paused'))
    expect(shown()).toMatchObject({ state: 'paused', tick: 62 })
  })

  test('has the own row in every board', async () => {
    const { shown } = open()
    await pass(0)
    expect(shown().board).toEqual(lessonBoard.board)
    const changed = boardEvent({ members: 26, market: { roi_percentage: -1.5 } })
    await stream.send('board', changed)
    expect(shown()).toMatchObject({ members: 26, marketRoi: -1.5, isFinal: false })
    expect(shown().board?.map(({ you }) => you)).toEqual([false, true, false])
  })

  test('asks for the own row again, if the first answer failed', async () => {
    replies[boardPath] = isDown
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    replies[boardPath] = says(lessonBoard)
    await stream.send('board', boardEvent())
    await pass(0)
    expect(shown().board?.[1]?.you).toBe(true)
  })

  test('ignores what it does not know', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    await stream.sendText('event: news\ndata: {"of":"tomorrow"}\n\nevent: tick\ndata: {\n\n')
    await stream.send('heartbeat')
    expect(shown()).toMatchObject({ tick: 61, isLive: true })
    expect(warn).toHaveBeenCalledTimes(1)
  })

  test('is shared by all components of a page, and closed with the last', async () => {
    const first = open()
    const second = open()
    await stream.send('tick', quotesAt(61))
    expect(stream.opened).toBe(1)
    first.unmount()
    expect(stream.isOpen).toBe(true)
    expect(second.shown().tick).toBe(61)
    second.unmount()
    expect(stream.isOpen).toBe(false)
    // The next page does not show old prices as the current ones.
    expect(open().shown()).toMatchObject({ tick: null, board: null })
  })
})

describe('without the stream', () => {
  const refuse = () => {
    replies[streamPath] = refuses({ code: 'too_many_requests' })
  }

  test('is polled every two seconds', async () => {
    refuse()
    const { shown } = open()
    await pass(2)
    expect(shown()).toMatchObject({ tick: 60, isLive: false })
    expect(shown().board?.[1]).toMatchObject({ rank: 4, you: true })
    replies[quotesPath] = says(quotesAt(62, { A: 99 }))
    const before = polls()
    await pass(10)
    expect(shown().tick).toBe(62)
    expect(polls() - before).toBeGreaterThanOrEqual(4)
    expect(polls() - before).toBeLessThanOrEqual(5)
  })

  test('polls at random, so that a class does not ask all at once', async () => {
    vi.mocked(Math.random).mockReturnValue(0)
    refuse()
    open()
    await pass(1)
    expect(polls()).toBe(1)
    vi.mocked(Math.random).mockReturnValue(1)
    await pass(1)
    await pass(2.9)
    expect(polls()).toBe(2)
    await pass(0.2)
    expect(polls()).toBe(3)
  })

  test('does not go back to an answer that was under way for long', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(70, { A: 50 }))
    lookAgain()
    await pass(0)
    expect(polls()).toBe(1)
    expect(shown()).toMatchObject({ tick: 70 })
    expect(shown().quotes.get('A')?.price).toBe(5_000)
  })

  test('polls from the loss of the stream until it is back', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    await stream.close()
    expect(shown().isLive).toBe(false)
    await pass(1)
    expect(stream.opened).toBe(2)
    await pass(2)
    expect(polls()).toBe(1)
    await stream.send('tick', quotesAt(64))
    expect(shown()).toMatchObject({ tick: 64, isLive: true })
    const before = polls()
    await pass(10)
    expect(polls()).toBe(before)
  })

  test('a stream that is silent for 20 seconds is lost', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    await pass(19)
    await stream.send('heartbeat')
    await pass(19)
    expect(shown().isLive).toBe(true)
    await pass(1)
    expect(shown().isLive).toBe(false)
    await pass(2)
    expect(stream.opened).toBe(2)
  })

  test('tries ever later, but at least twice a minute', async () => {
    refuse()
    open()
    const triesIn = async (seconds: number) => {
      const before = timesAsked(`GET ${streamPath}`)
      await pass(seconds)
      return timesAsked(`GET ${streamPath}`) - before
    }
    expect(await triesIn(60)).toBeLessThanOrEqual(8)
    expect(await triesIn(60)).toBeGreaterThanOrEqual(2)
  })

  test('a token that has expired is replaced once', async () => {
    let tries = 0
    replies[streamPath] = (asked) => {
      tries += 1
      return tries === 1 ? refuses({ code: 'unauthorized' })() : stream.reply(asked)
    }
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    expect(shown().isLive).toBe(true)
    expect(tries).toBe(2)
  })
})

describe('a device that wakes up', () => {
  test('has the present at once, and replaces a stream that is silent', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    replies[quotesPath] = says(quotesAt(95, { D: 70 }))
    lookAgain()
    await pass(0)
    expect(shown().tick).toBe(95)
    await pass(4)
    expect(stream.opened).toBe(2)
    await stream.send('tick', quotesAt(99))
    expect(shown()).toMatchObject({ tick: 99, isLive: true })
  })

  test('keeps a stream that still speaks', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    lookAgain()
    await pass(1)
    await stream.send('tick', quotesAt(62))
    await pass(10)
    expect(stream.opened).toBe(1)
    expect(shown()).toMatchObject({ tick: 62, isLive: true })
  })

  test('does not wait for the next try when it is back in the network', async () => {
    replies[streamPath] = isDown
    replies[quotesPath] = isDown
    const { shown } = open()
    await pass(60)
    expect(shown().tick).toBe(null)
    replies[streamPath] = stream.reply
    replies[quotesPath] = says(quotesAt(95))
    hear('online')
    await pass(0)
    expect(shown().tick).toBe(95)
    await stream.send('tick', quotesAt(96))
    expect(shown()).toMatchObject({ tick: 96, isLive: true })
  })
})

describe('the end', () => {
  const goOn = async () => {
    const before = requests.length
    lookAgain()
    await pass(120)
    return requests.length - before
  }

  test('of a member who was removed is known within seconds, and then nothing is asked', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(61))
    const removed = refuses({ code: 'unknown_league' })
    Object.assign(replies, { [quotesPath]: removed, [boardPath]: removed, [streamPath]: removed })
    await stream.close()
    await pass(2)
    expect(shown().isGone).toBe(true)
    expect(await goOn()).toBe(0)
  })

  test('of the lesson comes with the final board, and then nothing is asked', async () => {
    const { shown } = open()
    await stream.send('tick', quotesAt(90, {}, 'over'))
    expect(stream.isOpen).toBe(true)
    await stream.send('board', boardEvent({ final: true }))
    expect(shown()).toMatchObject({ state: 'over', isFinal: true, isLive: false })
    expect(shown().board?.[1]?.you).toBe(true)
    expect(stream.isOpen).toBe(false)
    expect(await goOn()).toBe(0)
  })

  test('is found by polling too', async () => {
    Object.assign(replies, {
      [streamPath]: isDown,
      [quotesPath]: says(quotesAt(90, {}, 'over')),
      [boardPath]: says({ ...lessonBoard, final: true }),
    })
    const { shown } = open()
    await pass(3)
    expect(shown()).toMatchObject({ state: 'over', isFinal: true })
    expect(await goOn()).toBe(0)
  })
})
