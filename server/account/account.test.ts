// Accounts: created once, at the first call of a person, and found by (issuer, subject).
import { createSecretKey } from 'node:crypto'

import { lookalikeKey } from '@tengrand/core/display-name.ts'
import { describe, expect, test } from 'vitest'

import { signUp } from '../testing/learner.ts'
import { sharedWorlds } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'
import { createPersonHashes } from './deleted-accounts.ts'
import { accountIdOf } from './store.ts'

const emptyWorld = sharedWorlds({ isClockReal: true })

const first = {
  issuer: 'https://one.example',
  subject: 'a',
  email: null,
  signedInAt: 0,
  emailClaim: null,
}
const hashes = createPersonHashes(() => createSecretKey(Buffer.alloc(32)))
const alwaysZero = () => 0
const counting = () => {
  let next = 0
  return (n: number) => (next += 1) % n
}

describe('GET /api/account', () => {
  test('tells a newcomer who they are', async () => {
    const now = Date.parse('2026-11-15T12:00:00Z')
    const { app } = await emptyWorld({ now: () => now })
    const learner = await signUp(app)
    const answer = await learner.get('/api/account')
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      email: learner.email,
      display_name: expect.stringMatching(/^[A-Z][a-z]+ [A-Z][a-z]+ \d{2,4}$/),
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: '2026-11-15T12:00:00.000Z',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('says the same thing every time, on every node', async () => {
    const one = await createWorld()
    const two = await createWorld({ connection: one.connection })
    const { token } = await signUp(one.app)
    const headers = { authorization: `Bearer ${token}` }
    const answers = [one, two, one].map(({ app }) => app.inject({ url: '/api/account', headers }))
    const [here, there, again] = (await Promise.all(answers)).map((answer) => answer.json())
    expect(here).toMatchObject({ user_id: expect.any(String) })
    expect(there).toEqual(here)
    expect(again).toEqual(here)
  })

  test('makes one account when twenty first calls race on two nodes', async () => {
    const one = await createWorld()
    const two = await createWorld({ connection: one.connection })
    const { token } = await signUp(one.app)
    const headers = { authorization: `Bearer ${token}` }
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : two).app.inject({ url: '/api/account', headers }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => answer.json().user_id)).size).toBe(1)
    expect(await one.db.query('select cash_cents from portfolio')).toEqual([
      { cash_cents: 1_000_000 },
    ])
  })

  test('is refused without a token', async () => {
    const { app, db } = await emptyWorld()
    const answer = await app.inject('/api/account')
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="Tengrand"')
    expect(answer.json()).toMatchObject({ code: 'unauthorized', error: 'Please sign in again.' })
    expect(await db.query('select from account')).toEqual([])
  })
})

describe('accounts', () => {
  test('belong to an issuer and a subject together', async () => {
    const { db } = await emptyWorld()
    const idOf = (person: typeof first) =>
      accountIdOf(db, { person, hashes, at: 0, pick: counting() })
    const id = await idOf(first)
    expect(await idOf({ ...first })).toBe(id)
    expect(await idOf({ ...first, issuer: 'https://two.example' })).not.toBe(id)
    expect(await idOf({ ...first, subject: 'A' })).not.toBe(id)
  })

  test('keep what was said last of the email, whichever token comes later', async () => {
    const { db } = await emptyWorld()
    const isVerifiedAfter = async (emailClaim: { isVerified: boolean; at: number } | null) => {
      const person = { ...first, emailClaim }
      await accountIdOf(db, { person, hashes, at: 0, pick: counting() })
      const [account] = await db.query<{ is: boolean }>('select email_verified as is from account')
      return account?.is
    }
    expect(await isVerifiedAfter(null)).toBe(false)
    expect(await isVerifiedAfter({ isVerified: true, at: 2_000 })).toBe(true)
    expect(await isVerifiedAfter(null)).toBe(true)
    // An older token, from another tab.
    expect(await isVerifiedAfter({ isVerified: false, at: 1_000 })).toBe(true)
    // The address was changed at the issuer, and the new one is not confirmed there.
    expect(await isVerifiedAfter({ isVerified: false, at: 3_000 })).toBe(false)
  })

  test('get another name when the first one that is picked is taken', async () => {
    const { db } = await emptyWorld()
    await accountIdOf(db, { person: first, hashes, at: 0, pick: alwaysZero })
    let calls = 0
    const pick = () => ((calls += 1) <= 3 ? 0 : 1)
    await accountIdOf(db, { person: { ...first, subject: 'b' }, hashes, at: 0, pick })
    const names = await db.query<{ name: string }>('select display_name as name from account')
    expect(new Set(names.map(({ name }) => name.toLowerCase())).size).toBe(2)
  })

  test('get names that look different, also when many are made at once and all pick the same', async () => {
    const { db } = await emptyWorld()
    const newcomers = Array.from({ length: 15 }, async (_, index) => {
      const pick = counting()
      const person = { ...first, subject: `one of many ${index}` }
      return accountIdOf(db, { person, hashes, at: 0, pick })
    })
    expect(new Set(await Promise.all(newcomers)).size).toBe(15)
    const rows = await db.query<{ name: string; key: string }>(
      'select display_name as name, name_key as key from account',
    )
    expect(rows.map(({ key }) => key)).toEqual(rows.map(({ name }) => lookalikeKey(name)))
  })

  test('never have less than no cash, whatever a statement says', async () => {
    const { db } = await emptyWorld()
    await accountIdOf(db, { person: first, hashes, at: 0, pick: alwaysZero })
    await expect(db.query('update portfolio set cash_cents = -1')).rejects.toThrow('cash_cents')
  })
})
