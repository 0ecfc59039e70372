// Tests of migrations: which old display names the rules for lookalikes and reserved names replace, and which stay.
import { createSecretKey } from 'node:crypto'

import { lookalikeKey, parseDisplayName } from '@tengrand/core/display-name.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import type { Db } from '../db/handle.ts'
import { migrate } from '../db/migrate.ts'
import { databaseBefore } from '../testing/database-before.ts'
import { createPersonHashes } from './deleted-accounts.ts'
import { accountIdOf, changeName } from './store.ts'

const addAccounts = (db: Db, names: readonly string[]) =>
  db.query(
    `insert into account (issuer, subject, display_name, cash_cents, created_at)
     select 'test', place, name, 0, now() from unnest($1::text[]) with ordinality as t (name, place)
     order by place on conflict do nothing`,
    [names],
  )

const readNames = (db: Db) =>
  db.query<{ id: number; name: string; key: string }>(
    'select id, display_name as name, name_key as key from account order by id',
  )

async function namesAfter(before: readonly string[]): Promise<string[]> {
  const { db } = await databaseBefore('0008')
  await addAccounts(db, before)
  await migrate(db)
  return (await readNames(db)).map(({ name }) => name)
}

test('of names that differ only in case the oldest is kept, and the others get a number', async () => {
  expect(
    await namesAfter(['Fair Ocelot', 'Fa1r Ocelot', 'Quiet Heron', 'Fair_0celot', 'FairOcelot 2']),
  ).toEqual(['Fair Ocelot', 'Fa1r Ocelot 3', 'Quiet Heron', 'Fair_0celot 4', 'FairOcelot 2'])
})

test('a name that would be too long gives up its end, and all of them differ', async () => {
  const long = ['Oooooooooooooooooooooo x', '0ooooooooooooooooooooo x']
  const many = Array.from(
    { length: 12 },
    (_, index) => `${'o'.repeat(index)}0${'o'.repeat(23 - index)}`,
  )
  const names = await namesAfter([...long, ...many])
  expect(names.slice(0, 3)).toEqual([long[0], '0ooooooooooooooooooooo 2', many[0]])
  expect(Math.max(...names.map((name) => name.length))).toBe(24)
  expect(names.filter((name) => /  |^ | $/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(names.length)
})

describe('names that became confusable with a later rule', () => {
  test('stay as they are, and the oldest has the plain lookalike key', async () => {
    const { db } = await databaseBefore('0010')
    await addAccounts(db, ['Calm Otter 16', 'Modern Bull', 'Calm Otter 18', 'Modem Bull', '_-_'])
    await migrate(db)
    expect((await readNames(db)).map(({ name, key }) => [name, key])).toEqual([
      ['Calm Otter 16', 'calrnotterlb'],
      ['Modern Bull', 'rnoclernbull'],
      ['Calm Otter 18', 'calrnotterlb 2'],
      ['Modem Bull', 'rnoclernbull 2'],
      ['_-_', ''],
    ])
  })

  test('can be chosen again by those who have them, and by nobody else', async () => {
    const { db } = await databaseBefore('0010')
    await addAccounts(db, ['Modern Bull', 'Modem Bull', 'Somebody Else'])
    await migrate(db)
    const [first = 0, second = 0, other = 0] = (await readNames(db)).map(({ id }) => id)
    expect(await changeName(db, second, 'Modem Bull')).toBe(true)
    expect(await changeName(db, second, 'MODEM Bull')).toBe(false)
    expect(await changeName(db, first, 'MODERN Bull')).toBe(true)
    // The first account gives up its name, which still looks like the name of the second one.
    expect(await changeName(db, first, 'Quiet Heron')).toBe(true)
    expect(await changeName(db, other, 'Modern Bull')).toBe(false)
    expect(await changeName(db, second, 'Modern Bull')).toBe(true)
    expect(await changeName(db, first, 'Modem Bull')).toBe(false)
    // Both accounts have given up their names, so these are free.
    expect(await changeName(db, second, 'Loud Heron')).toBe(true)
    expect(await changeName(db, other, 'Modem Bull')).toBe(true)
  })

  test('have the same lookalike key in the migration and in core', async () => {
    const signs = fc.constantFrom(
      ...'abcdefghijklmnopqrstuvwxyzABDGIMNORVWZ0123456789 _-'.split(''),
    )
    const names = fc.array(fc.string({ unit: signs, minLength: 3, maxLength: 24 }), {
      minLength: 3_000,
      maxLength: 3_000,
    })
    const lookAlikes = ['Bob 16', '8ob l8', 'b0b i-6', 'vvvw', 'wwv', 'vvwv']
    await fc.assert(
      fc.asyncProperty(names, async (random) => {
        const { db } = await databaseBefore('0010')
        await addAccounts(db, [...random, ...lookAlikes])
        await migrate(db)
        const rows = await readNames(db)
        expect(rows.length).toBeGreaterThan(1_000)
        const seen = new Map<string, number>()
        const expected = rows.map(({ name }) => {
          const eye = lookalikeKey(name)
          const place = (seen.get(eye) ?? 0) + 1
          seen.set(eye, place)
          return place === 1 ? eye : `${eye} ${place}`
        })
        expect(rows.map(({ key }) => key)).toEqual(expected)
        expect(Math.max(...seen.values())).toBeGreaterThan(1)
      }),
      // No shrinking: a smaller list of names would take as long and tell less.
      { numRuns: 1, endOnFailure: true },
    )
  })

  test('are avoided by the names of newcomers', async () => {
    const { db } = await databaseBefore('0010')
    await addAccounts(db, ['Able Badger 12', 'Able Bad9er 12'])
    await migrate(db)
    const [first = 0] = (await readNames(db)).map(({ id }) => id)
    await changeName(db, first, 'Quiet Heron')
    // The first three rolls make the name that was given up, and that the name of another account still looks like.
    const rolls = [0, 0, 2, 0, 0, 3]
    const person = {
      issuer: 'test',
      subject: 'newcomer',
      email: null,
      signedInAt: 0,
      emailClaim: null,
    }
    const hashes = createPersonHashes(() => createSecretKey(Buffer.alloc(32)))
    await accountIdOf(db, { person, hashes, at: 0, pick: () => rolls.shift() ?? 0 })
    expect((await readNames(db)).at(-1)?.name).toBe('Able Badger 13')
  })
})

describe('names that the product shows itself', () => {
  /** Adds a number to each lookalike key, as migration 0010 did for names that looked alike. */
  const addNamed = (db: Db, names: readonly string[]) =>
    db.query(
      `insert into account (issuer, subject, display_name, name_key, created_at)
       select 'test', place, name, key || ' ' || place, now()
       from unnest($1::text[], $2::text[]) with ordinality as t (name, key, place) order by place`,
      [names, names.map(lookalikeKey)],
    )

  const isReserved = (name: string) => 'fault' in parseDisplayName(name)

  test('are replaced by generated ones, and all others are kept', async () => {
    const { db } = await databaseBefore('0022')
    const reserved = [
      'Guest 12',
      'Gue5t-3',
      'GUEST',
      'Account deleted',
      'DELETED_account',
      '7 he Market',
    ]
    const unchanged = ['Guesthouse', 'Quiet Heron', 'The Marketeer', 'Best Guest', 'Admin']
    await addNamed(db, [...reserved, ...unchanged])
    await db.query("update account set watching = '{1}', unranked_at = now()")
    const columns = 'id, public_id, issuer, subject, created_at, watching, unranked_at'
    const before = await db.query(`select ${columns} from account order by id`)
    await migrate(db)
    const names = await readNames(db)
    expect(names.slice(reserved.length).map(({ name }) => name)).toEqual(unchanged)
    const given = names.slice(0, reserved.length)
    expect(given.map(({ key }) => key)).toEqual(given.map(({ name }) => lookalikeKey(name)))
    for (const { name } of given) {
      expect(name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+ [1-9][0-9]{1,3}$/)
      expect(name).not.toContain('6')
      expect(isReserved(name)).toBe(false)
    }
    expect(await db.query(`select ${columns} from account order by id`)).toEqual(before)
  })

  test('are the same in the migration and in core', async () => {
    const words =
      'guest Gue5t GUEST the market Th3_rnarket account-deleted de1eted_acc0unt bob h u l O 1 2 88 0 - _'
    const parts = fc.constantFrom(...words.split(' '), ' ')
    const names = fc
      .array(fc.string({ unit: parts, minLength: 1, maxLength: 4 }), {
        minLength: 600,
        maxLength: 600,
      })
      .map((list) => list.filter(hasShape))
    await fc.assert(
      fc.asyncProperty(names, async (list) => {
        const { db } = await databaseBefore('0022')
        await addNamed(db, list)
        await migrate(db)
        const after = await readNames(db)
        const replaced = list.filter((name, index) => after[index]?.name !== name)
        expect(replaced).toEqual(list.filter(isReserved))
        expect(replaced.length).toBeGreaterThan(20)
        expect(replaced.length).toBeLessThan(list.length - 20)
      }),
      { numRuns: 1, endOnFailure: true },
    )
  })
})

/** Whether the name was valid before names were reserved. */
function hasShape(name: string): boolean {
  const parsed = parseDisplayName(name)
  return !('fault' in parsed && parsed.fault === 'shape')
}
