import { expect, test } from 'vitest'

import { DatabaseUnreachable } from '../db/failures.ts'
import { signers } from './testing/issuer.ts'
import { forge } from './testing/signer.ts'
import { createVerifier, KeysUnavailable, type TokenRules } from './token.ts'

const { alg, kid, publicKey, sign } = signers.EdDSA
const issuedAt = 1_800_000_000
const unauthorized = { refusal: { code: 'unauthorized' } }

const ada = {
  person: {
    issuer: 'https://issuer.example',
    subject: 'ada',
    email: null,
    signedInAt: 0,
    sessionId: null,
    unwelcome: null,
    emailClaim: null,
  },
}

/** A verifier that counts its checks of signatures, each of which looks up a key. */
function openVerifier(changed: Partial<TokenRules> = {}) {
  const counts = { signatures: 0, people: 0 }
  const clock = { now: issuedAt * 1000 }
  const verify = createVerifier({
    issuer: 'https://issuer.example',
    audience: 'us',
    algorithms: ['EdDSA'],
    keys: async () => {
      counts.signatures += 1
      return publicKey
    },
    now: () => clock.now,
    personOf: ({ sub }) => {
      counts.people += 1
      return sub === 'nobody' ? null : { ...ada.person, subject: sub }
    },
    ...changed,
  })
  return { verify, counts, clock }
}

const token = (changed: object = {}) =>
  forge(
    { alg, kid },
    {
      iss: 'https://issuer.example',
      aud: 'us',
      sub: 'ada',
      iat: issuedAt,
      exp: issuedAt + 900,
      ...changed,
    },
    sign,
  )

test('a signature is checked once, and the person is read once', async () => {
  const { verify, counts } = openVerifier()
  const good = token()
  for (let n = 0; n < 5; n += 1) expect(await verify(good)).toEqual(ada)
  expect(counts).toEqual({ signatures: 1, people: 1 })
})

test('a token that is refused is looked at anew every time', async () => {
  const { verify, counts } = openVerifier()
  const bad = token({ aud: 'them' })
  for (let n = 0; n < 3; n += 1) expect(await verify(bad)).toEqual(unauthorized)
  expect(counts.signatures).toBe(3)
})

test('each of two tokens that differ in one letter is checked for itself', async () => {
  const { verify } = openVerifier()
  const good = token()
  expect(await verify(good)).toEqual(ada)
  expect(await verify(good.replace(/.{5}$/, 'AAAAA'))).toEqual(unauthorized)
})

test('a known signature is forgotten after ten minutes, and at the end of the token', async () => {
  const { verify, counts, clock } = openVerifier()
  const good = token()
  await verify(good)
  clock.now += 599_999
  await verify(good)
  expect(counts.signatures).toBe(1)
  clock.now += 1
  expect(await verify(good)).toEqual(ada)
  expect(counts.signatures).toBe(2)
  clock.now = (issuedAt + 930) * 1000
  expect(await verify(good)).toEqual(unauthorized)
})

test('a token that ends while its key is being loaded is refused', async () => {
  const { verify, clock } = openVerifier({
    keys: async () => {
      clock.now = (issuedAt + 930) * 1000
      return publicKey
    },
  })
  clock.now = (issuedAt + 929) * 1000
  expect(await verify(token())).toEqual(unauthorized)
})

test('whether a token still lives is asked on every call, and the answer is not kept', async () => {
  let alive = true
  const asked: string[] = []
  const { verify, counts } = openVerifier({
    isAlive: async ({ sub }) => {
      asked.push(sub)
      return alive
    },
  })
  const good = token()
  expect(await verify(good)).toEqual(ada)
  alive = false
  expect(await verify(good)).toMatchObject(unauthorized)
  alive = true
  expect(await verify(good)).toEqual(ada)
  expect(asked).toEqual(['ada', 'ada', 'ada'])
  expect(counts.signatures).toBe(1)
})

test('a database that cannot be reached is not a refusal', async () => {
  const { verify } = openVerifier({
    isAlive: async () => {
      throw new DatabaseUnreachable('gone')
    },
  })
  await expect(verify(token())).rejects.toThrow(DatabaseUnreachable)
})

test('keys that cannot be fetched are no refusal either, and a bug is not hidden behind one', async () => {
  const without = openVerifier({
    keys: async () => {
      throw new KeysUnavailable()
    },
  })
  expect(await without.verify(token())).toEqual({ refusal: { code: 'unavailable' } })
  const broken = openVerifier({
    keys: async () => {
      throw new Error('a bug')
    },
  })
  await expect(broken.verify(token())).rejects.toThrow('a bug')
})

test('a token that cannot be good needs no key', async () => {
  const { verify, counts } = openVerifier()
  for (const bad of ['', '..', 'a.b.c', 'x'.repeat(8_193), forge({ alg: 'none' }, {}, sign)]) {
    expect(await verify(bad)).toEqual(unauthorized)
  }
  expect(counts.signatures).toBe(0)
})

test('a token of more than 8 KB needs no key either, however well it is signed', async () => {
  const { verify, counts } = openVerifier()
  expect(await verify(token({ pad: 'p'.repeat(5_500) }))).toEqual(ada)
  expect(await verify(token({ pad: 'p'.repeat(6_000) }))).toEqual(unauthorized)
  expect(counts.signatures).toBe(1)
})

test('the provider may add a check of its own', async () => {
  const { verify } = openVerifier()
  expect(await verify(token({ sub: 'nobody' }))).toEqual(unauthorized)
})

test('so many tokens are remembered, and then the oldest are forgotten', async () => {
  const { verify, counts } = openVerifier({ cachedMax: 100 })
  const tokens = Array.from({ length: 101 }, (_, n) => token({ sub: `learner ${n}` }))
  for (const one of tokens) await verify(one)
  expect(counts.signatures).toBe(101)
  await verify(tokens.at(-50) ?? '')
  expect(counts.signatures).toBe(101)
  await verify(tokens[0] ?? '')
  expect(counts.signatures).toBe(102)
})
