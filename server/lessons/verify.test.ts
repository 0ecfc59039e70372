// The proof of a lesson: honest ones hold, and the first line that was changed is named.
import { lessonProof, type LessonProof, type ProofRow } from '@tengrand/contract/lesson-proof.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { isLong } from '../testing/effort.ts'
import { fingerprintOf } from './on-wire.ts'
import { isFree, leavesOf, othersOf, withChange, type Path } from './testing/changed-proofs.ts'
import { playLesson } from './testing/played-lesson.ts'
import type { LessonPlan } from './testing/written-proof.ts'
import { verifyProof } from './verify.ts'

const twoWeeks = 14 * 86_400

const pausedPlan: LessonPlan = {
  seed: 2,
  pauses: [
    { atTick: 5, seconds: 3 },
    { atTick: 6, seconds: 1 },
    { atTick: 60, seconds: 90 },
  ],
  deleted: 2,
  removed: 1,
}

const paused = playLesson(pausedPlan)
const endedEarly = playLesson({ seed: 3, endAtTick: 50 })
const fiveYears = playLesson({ seed: 4, span: 'five_years', minutes: 3 })

test('says the same of a lesson each time, so that a failure can be repeated', () => {
  expect(playLesson(pausedPlan)).toEqual(paused)
})

describe('an honest lesson holds', () => {
  test.each<[string, LessonPlan, Partial<LessonProof>]>([
    ['of a year', { seed: 1, removed: 3 }, { last_tick: 120, ended_by: 'plan' }],
    ['with pauses', { ...pausedPlan, deleted: 0 }, { ended_at: '2026-11-19T09:18:34.417Z' }],
    ['that was ended early', { seed: 3, endAtTick: 50 }, { last_tick: 50, ended_by: 'organiser' }],
    ['of five years', { seed: 4, span: 'five_years', minutes: 3 }, { last_tick: 180 }],
    ['of a quarter', { seed: 5, span: 'quarter' }, { ended_by: 'plan' }],
    [
      'that was ended in a pause',
      { seed: 6, pauses: [{ atTick: 40, seconds: 30 }], endAtTick: 40 },
      { last_tick: 40, ended_at: '2026-11-19T09:16:10.217Z', ended_by: 'organiser' },
    ],
    [
      'that was paused for two weeks',
      { seed: 7, pauses: [{ atTick: 40, seconds: twoWeeks }] },
      { last_tick: 40, ended_at: '2026-12-03T09:15:40.417Z', ended_by: 'pause' },
    ],
    ['that ended before anybody could trade', { seed: 8, endAtTick: 1 }, { trades: [] }],
    ['whose organiser did not trade', { seed: 9, isOrganiserIdle: true }, {}],
  ])('%s', (_what, plan, told) => {
    const proof = playLesson(plan)
    expect(lessonProof.parse(JSON.parse(JSON.stringify(proof)))).toEqual(proof)
    expect(proof).toMatchObject(told)
    expect(verifyProof(proof)).toEqual({ holds: true, deleted: 0 })
  })

  test('except for deleted members, whose trades are gone', () => {
    expect(paused.board.map((row) => row.is_deleted && row.rank).filter(Boolean)).toEqual([2, 4])
    expect(verifyProof(paused)).toEqual({ holds: true, deleted: 2 })
  })

  test('whatever happens in it', () => {
    const plan = fc.record({
      seed: fc.integer({ min: 1 }),
      minutes: fc.constantFrom(1, 2),
      span: fc.constantFrom('quarter', 'year', 'five_years'),
      deleted: fc.integer({ min: 0, max: 3 }),
      removed: fc.integer({ min: 0, max: 2 }),
      endAtTick: fc.integer({ min: 1, max: 200 }),
      pauses: fc.uniqueArray(
        fc.record({
          atTick: fc.integer({ min: 1, max: 119 }),
          seconds: fc.integer({ min: 1, max: 99 }),
        }),
        { maxLength: 4, selector: ({ atTick }) => atTick },
      ),
    })
    const expectHold = (one: LessonPlan): void => {
      const pauses = one.pauses?.toSorted((a, b) => a.atTick - b.atTick) ?? []
      // The lesson of an end in a pause has no later one.
      const upTo = pauses.filter(({ atTick }) => atTick <= (one.endAtTick ?? 0))
      const proof = playLesson({ ...one, pauses: upTo })
      expect(verifyProof(proof)).toEqual({ holds: true, deleted: proof.deleted_members })
    }
    fc.assert(fc.property(plan, expectHold), { numRuns: isLong ? 1_000 : 20 })
  })
})

const faultOf = (proof: LessonProof): string => {
  const verdict = verifyProof(proof)
  return 'fault' in verdict ? verdict.fault : 'holds'
}

/** Somebody does in the same tick what the first of the board does, right afterwards. */
function withTwin(proof: LessonProof): LessonProof {
  const trades = proof.trades.flatMap((trade) =>
    trade.place === 1 ? [trade, { ...trade, place: 2 }] : [{ ...trade, place: trade.place + 1 }],
  )
  const board = proof.board
    .flatMap((row) => (row.place === 1 ? [row, row] : [row]))
    .map((row, index): ProofRow => {
      const { is_organiser, is_deleted, joined_tick, value } = row
      const first = trades.findIndex(({ place }) => place === index + 1)
      const rank = row.rank === null ? null : index + 1
      const place = index + 1
      const first_trade = first === -1 ? null : first
      return { place, rank, is_organiser, is_deleted, joined_tick, value, first_trade }
    })
  return { ...proof, trades, board }
}

describe('what was changed is named', () => {
  test.each<[string, Path, unknown]>([
    ['The fingerprint is', ['lesson', 'secret'], '0'.repeat(64)],
    ['The fingerprint is', ['lesson', 'starting_prices', 3], 29_260],
    ['The fingerprint is', ['lesson', 'minutes'], 3],
    ['The fingerprint is', ['fingerprint'], 'f'.repeat(64)],
    ['Pause 1 begins before the start.', ['pauses', 0, 'from'], '2026-11-19T09:15:00.416Z'],
    ['Pause 1 does not begin with a tick.', ['pauses', 0, 'from'], '2026-11-19T09:15:05.418Z'],
    ['Pause 1 does not end after it begins.', ['pauses', 0, 'to'], '2026-11-19T09:15:05.417Z'],
    ['Pause 1 does not last whole seconds.', ['pauses', 0, 'to'], '2026-11-19T09:15:08.418Z'],
    ['Pause 2 begins before the end of the', ['pauses', 0, 'to'], '2026-11-19T09:15:10.417Z'],
    ['Pause 3 ends after the lesson.', ['pauses', 2, 'to'], '2026-11-19T09:18:35.417Z'],
    ['The lesson ran for 119 seconds without', ['pauses', 2, 'to'], '2026-11-19T09:17:35.417Z'],
    ['The lesson ran for 119.999 seconds', ['ended_at'], '2026-11-19T09:18:34.416Z'],
    ['The lesson ran for 120 seconds without', ['last_tick'], 119],
    ['By its times the lesson was ended by plan, not by organiser.', ['ended_by'], 'organiser'],
    ['The board has 2 deleted members, not 1.', ['deleted_members'], 1],
    ['Trade 19: the board has no row 11.', ['trades', 18, 'place'], 11],
    ['Trade 19: row 2 is a deleted member, whose', ['trades', 18, 'place'], 2],
    ['Trade 13: row 9 joined at tick 21, too late.', ['trades', 12, 'place'], 9],
    ['Trade 19: tick 22 comes after tick 23.', ['trades', 18, 'tick'], 22],
    ['Trade 1: no order fills before tick 1.', ['trades', 0, 'tick'], 0],
    ['Trade 72: no order fills at tick 120, as tick 120 is', ['trades', 71, 'tick'], 120],
    ['Trade 39: the lesson was paused at tick 60.', ['trades', 38, 'tick'], 60],
    ['Trade 19: stock F cost $30.16 at tick 32, not $30.15.', ['trades', 18, 'price'], 3_015],
    ['Trade 19: stock F sold for $30.08 at tick 32, not $30.16.', ['trades', 18, 'type'], 'SELL'],
    ['Trade 19: stock G cost', ['trades', 18, 'symbol'], 'G'],
    [
      'Trade 19: the order asked for 30 of stock F and the cash covered 183, so it did not fill 29.',
      ['trades', 18, 'quantity'],
      29,
    ],
    ['Trade 19: the order asked for 29 of stock F and', ['trades', 18, 'asked'], 29],
    ['Trade 16: the order asked for 6 of stock J and the row held 7', ['trades', 15, 'asked'], 6],
    [
      'Trade 19: the cash of row 3 is $4,620.85 after it, not $4,620.86.',
      ['trades', 18, 'cash'],
      462_086,
    ],
    ['Row 3: its place is 3, not 4.', ['board', 2, 'place'], 4],
    ['Row 3: its rank is 3, not 4.', ['board', 2, 'rank'], 4],
    ['Row 3: its rank is 3, not none.', ['board', 2, 'rank'], null],
    ['Row 8: its rank is none, not 7.', ['board', 7, 'rank'], 7],
    ['Row 7: the organiser has no rank.', ['board', 6, 'rank'], 7],
    ['Row 9: a late joiner has no rank.', ['board', 8, 'rank'], 7],
    ['Row 3: its value is $10,084.89, not $10,084.88.', ['board', 2, 'value'], 1_008_488],
    ['Row 3: its first trade is 5, not 6.', ['board', 2, 'first_trade'], 6],
    ['Row 8: nobody joined after tick 120', ['board', 7, 'joined_tick'], 121],
    ['Row 4: its value is more than that of rank 3.', ['board', 3, 'value'], 1_008_490],
    ['Row 5: its value is more than that of rank 4.', ['board', 3, 'value'], 925_477],
    ['Row 3: its rank is 2, not 3.', ['board', 1, 'rank'], 3],
    ['The board has two organisers.', ['board', 7, 'is_organiser'], true],
  ])('%s', (words, path, value) => {
    expect(faultOf(withChange(paused, path, value))).toContain(words)
  })

  test('also the rank of an equal value, which goes to the earlier first trade', () => {
    const twins = withTwin(endedEarly)
    expect(verifyProof(twins)).toEqual({ holds: true, deleted: 0 })
    const swapped = withChange(withChange(twins, ['board', 0, 'rank'], 2), ['board', 1, 'rank'], 1)
    expect(faultOf(swapped)).toBe('Row 1: its rank is 1, not 2.')
  })

  test('also where somebody has computed the fingerprint again', () => {
    const secret = 'ab'.repeat(32)
    const lesson = { ...paused.lesson, secret }
    const forged = { ...paused, lesson, fingerprint: fingerprintOf(lesson) }
    expect(faultOf(forged)).toMatch(/^Trade 1: stock N cost \$[\d.,]+ at tick 1, not \$58\.45\.$/)
    const twice = { ...paused.lesson, order: paused.lesson.order.with(0, 1) }
    expect(faultOf({ ...paused, lesson: twice, fingerprint: fingerprintOf(twice) })).toBe(
      'The order of the stocks does not have each number from 0 to 15.',
    )
  })

  test('also in a lesson that was ended early, and in one of five years', () => {
    expect(faultOf(withChange(endedEarly, ['ended_by'], 'plan'))).toBe(
      'By its times the lesson was ended by organiser, not by plan.',
    )
    const later = { ...endedEarly, ended_at: '2026-11-19T09:17:01.417Z', last_tick: 121 }
    expect(faultOf(later)).toBe('The lesson has 120 ticks, so the last one is not 121.')
    const price = (fiveYears.trades[0]?.price ?? 0) + 1
    expect(faultOf(withChange(fiveYears, ['trades', 0, 'price'], price))).toMatch(
      /^Trade 1: stock [A-P] (?:cost|sold for) \$/,
    )
  })
})

describe('a line more, less or elsewhere is found', () => {
  /** Two orders of different members in a tick, neither the first of its member: either order is the same lesson. */
  const isSame = ({ trades, board }: LessonProof, index: number): boolean => {
    const [one, next] = [trades[index], trades[index + 1]]
    const isFirst = board.some((row) => row.first_trade === index || row.first_trade === index + 1)
    return one?.tick === next?.tick && one?.place !== next?.place && !isFirst
  }

  test.each(['trades', 'board', 'pauses'] as const)('in %s', (list) => {
    const lines: readonly unknown[] = paused[list]
    const step = isLong || list !== 'trades' ? 1 : 7
    for (let index = 0; index < lines.length; index += step) {
      const line = lines[index]
      const changed = [lines.toSpliced(index, 1), lines.toSpliced(index, 0, line)]
      const isSwap = index + 1 < lines.length && !(list === 'trades' && isSame(paused, index))
      if (isSwap) changed.push(lines.with(index, lines[index + 1]).with(index + 1, line))
      for (const other of changed) expect(faultOf({ ...paused, [list]: other })).not.toBe('holds')
    }
  })
})

describe('every change of a single value is found, except of those that nothing else in the file tells', () => {
  const proofs = [
    playLesson({ ...pausedPlan, minutes: 1, pauses: pausedPlan.pauses?.slice(0, 2) ?? [] }),
    playLesson({ seed: 3, minutes: 1, endAtTick: 50, isOrganiserIdle: true }),
    playLesson({ seed: 4, minutes: 1, span: 'five_years' }),
  ]

  const expectFound = (proof: LessonProof, path: Path, other: unknown): void => {
    const parsed = lessonProof.safeParse(withChange(proof, path, other))
    if (!parsed.success || 'fault' in verifyProof(parsed.data)) return
    expect({ path, other, isFree: isFree(proof, path, other) }).toMatchObject({ isFree: true })
  }

  test('by value', () => {
    const changes = proofs.flatMap((proof) =>
      leavesOf(proof).flatMap((leaf) =>
        othersOf(leaf).map((other) => ({ proof, path: leaf.path, other })),
      ),
    )
    expect(changes.length).toBeGreaterThan(5_000)
    if (isLong) for (const { proof, path, other } of changes) expectFound(proof, path, other)
    const anyOf = fc.constantFrom(...changes)
    const property = fc.property(anyOf, ({ proof, path, other }) => expectFound(proof, path, other))
    fc.assert(property, { numRuns: 100 })
  }, 600_000)

  test('by byte', () => {
    const texts = proofs.map((proof) => ({ proof, text: JSON.stringify(proof) }))
    const byte = fc.constantFrom(...'0123456789aAfnu"{}[],:.-+eEZ \\'.split(''))
    const anyOf = fc.tuple(fc.constantFrom(...texts), fc.nat(), byte)
    const property = fc.property(anyOf, ([{ proof, text }, nat, letter]) => {
      const at = nat % text.length
      const other = readProof(text.slice(0, at) + letter + text.slice(at + 1))
      expectLeavesFound(proof, other)
    })
    fc.assert(property, { numRuns: isLong ? 5_000 : 200 })
    expect(texts).toHaveLength(3)
  }, 600_000)

  function expectLeavesFound(proof: LessonProof, other: LessonProof | null): void {
    const values = new Map(leavesOf(other).map(({ path, value }) => [path.join('.'), value]))
    for (const { path, value } of other === null ? [] : leavesOf(proof)) {
      const changed = values.get(path.join('.'))
      if (changed !== value) expectFound(proof, path, changed)
    }
  }

  /** Null for what is no JSON, or no proof. */
  function readProof(text: string): LessonProof | null {
    try {
      return lessonProof.safeParse(JSON.parse(text)).data ?? null
    } catch {
      return null
    }
  }
})
