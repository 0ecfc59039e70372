// Names that learners choose, and generated names, which follow the same rules.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { makeDisplayName, parseDisplayName, lookalikeKey } from './display-name.ts'

const mannerCount = 63
const animalCount = 64
const numberCount = 6_552

const generated = (manner: number, animal: number, number: number): string => {
  const rolls = [manner, animal, number]
  return makeDisplayName((n) => Math.min(rolls.shift() ?? 0, n - 1))
}
const pairs = Array.from({ length: mannerCount * animalCount }, (_, index) => ({
  manner: index % mannerCount,
  animal: Math.floor(index / mannerCount),
}))
/** The names of a list. */
const listed = (names: string): string[] => names.trim().split(/,\s+/)
const unchanged = (names: string): [string, string][] => listed(names).map((name) => [name, name])
const isFree = (name: string): boolean => 'name' in parseDisplayName(name)

test('a name is two words and a number, and fits', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 0.999_999, noNaN: true }), { minLength: 3, maxLength: 3 }),
      (rolls) => {
        const left = [...rolls]
        const name = makeDisplayName((n) => Math.floor((left.shift() ?? 0) * n))
        expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{2,4}$/)
        expect(name.length).toBeLessThanOrEqual(24)
      },
    ),
    { examples: [[[0, 0, 0]], [[0.999_999, 0.999_999, 0.999_999]]] },
  )
})

test('there are enough of them for a whole country of schools', () => {
  const sizes: number[] = []
  makeDisplayName((n) => {
    sizes.push(n)
    return 0
  })
  expect(sizes.reduce((product, size) => product * size, 1)).toBeGreaterThan(26_000_000)
})

test('every one of them could have been chosen', () => {
  const names = pairs.flatMap(({ manner, animal }) =>
    [0, numberCount - 1].map((number) => generated(manner, animal, number)),
  )
  // Every number must be free: 455 is not a word, although its digits look like the letters of one.
  for (let number = 0; number < numberCount; number += 1) names.push(generated(0, 0, number))
  expect(names.filter((name) => !isFree(name))).toEqual([])
})

test('no two of them look alike', () => {
  // Digits map to letters, so two names could collide only if one name's words were a prefix of another's.
  const words = pairs.map(({ manner, animal }) =>
    lookalikeKey(generated(manner, animal, 0).slice(0, -2)),
  )
  const sorted = words.toSorted()
  expect(sorted.filter((word, index) => sorted[index + 1]?.startsWith(word))).toEqual([])
  const numbers = Array.from({ length: numberCount }, (_, number) => generated(0, 0, number))
  expect(new Set(numbers.map(lookalikeKey)).size).toBe(numberCount)
})

describe('a chosen name', () => {
  test.each([
    ['abc', 'abc'],
    ['Swift Otter 12', 'Swift Otter 12'],
    ['  Swift Otter\n', 'Swift Otter'],
    ['a-b_c 9', 'a-b_c 9'],
    ['x'.repeat(24), 'x'.repeat(24)],
    [` ${'x'.repeat(24)} `, 'x'.repeat(24)],
    // Harmless names that contain a listed word in the middle or at the edge of a word.
    ...unchanged(`Classy Bass, Scunthorpe United, Supportive Sam, Grape Therapist, Thank You,
      Matsushita 5, Badminton Benazir, BADMINTON, Essex Peacock, Classic Analyst,
      Grass Roots Supporter`),
    // Adjacent words are not joined into one word.
    ...unchanged('Whit Lerner, Push It Tyler, Ana L'),
    // A word made only of digits is not read as letters.
    ...unchanged('455, a_-_1_-_b'),
    // Adjacent letters, such as "rn", do not turn a name into a listed word.
    ...unchanged('Adrian Clark, Modern Savvy 2869, Room 7175, Ana 1'),
    // Names that only begin with, end with or contain a name that the product shows.
    ...unchanged(`Guesthouse, Guest House 12, Best Guest, Guest of the Market, The Marketeer,
      Beat the Market, Account, Undeleted Account`),
  ])('%j is taken as %j', (text, name) => {
    expect(parseDisplayName(text)).toEqual({ name })
  })

  test.each([
    ['nothing', ''],
    ['spaces', '     '],
    ['two characters', 'ab'],
    ['two characters among spaces', '  ab  '],
    ['25 characters', 'x'.repeat(25)],
    ['two spaces together', 'Swift  Otter'],
    ['a tab inside', 'Swift\tOtter'],
    ['a line end inside', 'Swift\nOtter'],
    ['an email address', 'me@school.example'],
    ['a full stop', 'Dr. Otter'],
    ['markup', '<b>Otter</b>'],
    ['a quote', "Otter's"],
    ['an emoji', 'Otter \u{1f9a6}'],
    ['an umlaut', 'Möwe'],
    ['a Cyrillic letter that looks like a', 'Swift P\u0430nda'],
    ['a Greek letter that looks like o', 'Swift \u039ftter'],
    ['wide letters', '\uff33\uff57\uff49\uff46\uff54'],
    ['a hard space inside', 'Swift\u00a0Otter'],
    ['a space of no width', 'Swift\u200bOtter'],
    ['a sign that turns the writing', 'Swift\u202eOtter'],
    ['a letter with an accent of its own', 'Swift\u0301 Otter'],
    ['a zero byte', 'Swift\u0000Otter'],
    ['lines alone', '_-_'],
    ['two letters among lines', '-a_b-'],
    ['one letter among spaces', '_ a _'],
  ])('is not one with %s', (_what, text) => {
    expect(parseDisplayName(text)).toEqual({ fault: 'shape' })
  })

  // The last name looks the same as Guest 808.
  test.each(
    listed(`
      Admin, ADMIN 7, admin7, The_Administrator, Adm1n, Adrnin, aclmin, Ten9rancl, na2i, 6itch, 81tch, a d m i n,
      A-D-M-I-N, Tengrand, Team TenGrand, Ten Grand Team, 7engrand, Support, Supp0rt Staff, You, y o u, null,
      Anonymous 12, Shit Happens, sh1t, Ass, xXfuckXx, f_u_c_k, FUCK3R, TheAdmin, AdminTeam, adminteam, Admins,
      Badminton Admin, Moderators, supportteam, SupportTeam, Support Act, MyOfficialPage, theOWNER, OWNERTeam, Ad Min,
      shitty, shittyday, Shits, bitches, Nazis, BigAss, a55, A 5 5, fUcK, fu ck, xx f u c k xx, Account deleted,
      ACCOUNT-DELETED, Acc0unt De1eted, accountcleleted, Account deleted 2, Deleted account, deletedaccount,
      D3leted_Account, The market, THE MARKET, themarket, Th3 rnarket, 7 he market, The Market 500, Guest, Guest 12,
      guest-7, Guest_12, Gue5t 3, GUEST12, guest 0 1, G u e s t 9, Guest l2, Guest lO, 12 Guest, Guest Bob
    `),
  )('is not %s', (text) => {
    expect(parseDisplayName(text)).toEqual({ fault: 'reserved' })
  })

  test('is at most what it was, and can be chosen again', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 30, unit: fc.constantFrom('a', 'Z', '0', '9', ' ', '_', '-', '@') }),
        (text) => {
          const parsed = parseDisplayName(text)
          fc.pre('name' in parsed)
          expect(parsed.name).toBe(text.trim())
          expect(parsed.name).toMatch(/^[\w -]{3,24}$/)
          expect(parseDisplayName(parsed.name)).toEqual(parsed)
        },
      ),
      { examples: [['aZ0'], [' a-Z_0 9 '], ['aaaaaaaaaaaaaaaaaaaaaaaa']] },
    )
  })
})

test.each(['Fair Ocelot 8545', 'FAIR ocelot 8545', 'Fa1r_0celot-8545', 'FalrOcelot6S4s'])(
  '%s is the same to the eye as the other ways to write it',
  (name) => {
    expect(lookalikeKey(name)).toBe('falrocelotbsas')
  },
)

test.each([
  ['Modern Bull', 'Modem Bull'],
  ['Savvy Sam', 'Sawy Sam'],
  ['Clever Ann', 'Dever Ann'],
  ['Zoe 29', '2oe zg'],
  ['Bob', '6o8'],
  ['Gig', '9i9'],
  // However three of them are read.
  ['vw', 'wv'],
  ['wv', 'vvv'],
  ['Cid', 'dd'],
  ['rnrn', 'mm'],
])('%s and %s are the same to the eye', (one, other) => {
  expect(lookalikeKey(one)).toBe(lookalikeKey(other))
})

test('nothing but letters is left for the eye, sign by sign', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'abcdimrvw0123456789 _-XYZ'.split(''))), (signs) => {
      const eye = lookalikeKey(signs.join(''))
      expect(eye).toMatch(/^[a-z]*$/)
      expect(eye).toBe(signs.map(lookalikeKey).join(''))
    }),
    { examples: [[['r', 'n', 'm']], [['v', 'w', 'v']], [['c', 'i', 'd']], [[]]] },
  )
})
