import { expect, test } from 'vitest'

import { isGeneratedName, makeDisplayName } from './display-name.ts'
import { guestNameKey, parseGuestName } from './guest-name.ts'

test.each(['Jo', 'Zoë', "O'Neill", 'Anne-Marie', 'Max_7', 'Łukasz K', 'Ayşe 9b', '7 of 9'])(
  '%s may be the name of a guest',
  (name) => expect(parseGuestName(` ${name} `)).toEqual({ name }),
)

test.each([
  'J',
  'x'.repeat(25),
  'Ann  Lee',
  '-Ann',
  'Ann.',
  'Анна',
  '李雷',
  'a@b',
  '<i>a</i>',
  'A\u200Bb',
  '😀😀',
])('%s has not the form of one', (name) => expect(parseGuestName(name)).toEqual({ fault: 'shape' }))

test.each([
  'Fuck',
  'Fuuuck',
  'fvck',
  'Niggger',
  'Asssshole',
  'Puussy',
  'F-u-c-k',
  'cvnt',
  'Fu ck you',
  'Teacher',
  'The Organizer',
  'Shït',
  'admin',
  'Guest 12',
  'the market',
  'Tengrand',
])('%s is refused', (name) => expect(parseGuestName(name)).toEqual({ fault: 'reserved' }))

test.each([
  'Anna',
  'Cassandra',
  'Vivienne',
  'Niger',
  'Scunthorpe',
  'Ann',
  'Aaron',
  'Dick Tracy',
  'Fagott',
])('a harmless name like %s is not', (name) => expect(parseGuestName(name)).toEqual({ name }))

test('names that look alike have one key, whatever their accents and separators', () => {
  const keys = ['Zoë Müller', 'zoe-muller', 'ZOE_MULLER', '2oe MuIIer'].map(guestNameKey)
  expect(new Set(keys).size).toBe(1)
  expect(guestNameKey('Zoe Moller')).not.toBe(keys[0])
})

test('every name that is made up is known as one, and may be that of a guest', () => {
  for (let round = 0; round < 2_000; round += 1) {
    const name = makeDisplayName((n) => (round * 7_919) % n)
    expect([name, isGeneratedName(name)]).toEqual([name, true])
    expect(parseGuestName(name)).toEqual({ name })
  }
  for (const name of [
    'Anna',
    'Calm Otter',
    'Calm Otter 6',
    'Calm Otter 60',
    'Calm Otter 21 x',
    'Otter Calm 21',
  ])
    expect([name, isGeneratedName(name)]).toEqual([name, false])
})
