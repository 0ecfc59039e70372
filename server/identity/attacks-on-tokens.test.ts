import { createHmac, type KeyObject } from 'node:crypto'
import { connect } from 'node:net'

import { describe, expect, test } from 'vitest'

import type { AtEnd } from '../testing/world.ts'
import {
  addSession,
  attackEmbedded,
  attackOidc,
  attackOidcSessions,
  clientId,
  shared,
  type Attacked,
  type AttackedEmbedded,
} from './testing/attacked.ts'
import { audience } from './testing/issuer.ts'
import { createStranger, encode, forge, unsigned, type Signer } from './testing/signer.ts'

async function expectRefused(response: Response): Promise<void> {
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toBe('Bearer realm="Tengrand"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ code: 'unauthorized' })
}

/** Creates the token of each case. */
type Cases<Stage> = Readonly<Record<string, (stage: Stage) => string | Promise<string>>>

const eachRefused = <Stage extends Attacked>(open: () => Promise<Stage>, cases: Cases<Stage>) =>
  test.each(Object.entries(cases))('%s: the token is refused', async (_what, token) => {
    const stage = await open()
    await expectRefused(await stage.ask(`Bearer ${await token(stage)}`))
    expect(stage.evil.hits()).toBe(0)
  })

const eachAccepted = <Stage extends Attacked>(open: () => Promise<Stage>, cases: Cases<Stage>) =>
  test.each(Object.entries(cases))('%s: the token is taken', async (_what, token) => {
    const stage = await open()
    const response = await stage.ask(`Bearer ${await token(stage)}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ email: 'ada@example.org' })
    expect(stage.evil.hits()).toBe(0)
  })

const hmac = (secret: string | Buffer) => (input: string) =>
  createHmac('sha256', secret).update(input).digest()

const parts = (token: string) => {
  const [head = '', body = '', signature = ''] = token.split('.')
  return { head, body, signature }
}

describe.each<[string, (atEnd?: AtEnd) => Promise<Attacked>]>([
  ['a token of an issuer, with IDENTITY=oidc', attackOidc],
  ['a token of our own, with IDENTITY=oidc', attackOidcSessions],
  ['a token of our own, with IDENTITY=embedded', attackEmbedded],
])('%s', (_kind, open) => {
  // For tests that do not change the stage; the other tests open their own.
  const enter = shared(open)
  const expectEachRefused = (cases: Cases<Attacked>) => eachRefused(enter, cases)
  const expectEachAccepted = (cases: Cases<Attacked>) => eachAccepted(enter, cases)

  describe('that is good, or none of the refusals below would mean anything', () => {
    expectEachAccepted({
      'as it is issued': ({ token }) => token(),
      'of the kind that RFC 9068 gives access tokens': ({ token }) => token({}, { typ: 'at+jwt' }),
      'of no kind': ({ token }) => token({}, { typ: undefined }),
    })
  })

  describe('without a signature', () => {
    const none =
      (alg: string) =>
      ({ own, claims }: Attacked) =>
        forge({ alg, kid: own.kid, typ: 'JWT' }, claims(), unsigned)
    expectEachRefused({
      'alg none': none('none'),
      'alg None': none('None'),
      'alg NONE': none('NONE'),
      'alg nOnE': none('nOnE'),
      'alg none with a signature all the same': ({ token }) => token({}, { alg: 'none' }),
      'the signature left out': ({ token }) => token().replace(/[^.]+$/, ''),
      'a signature of zeros': ({ own, own: { alg, kid }, claims }) =>
        forge({ alg, kid }, claims(), (input) => own.sign(input).fill(0)),
      'a token of the Firebase emulator': ({ claims, issuedAt }) =>
        forge(
          { alg: 'none', typ: 'JWT' },
          claims({ auth_time: issuedAt(), user_id: 'ada', firebase: { identities: {} } }),
          unsigned,
        ),
    })
  })

  describe('with a shared secret that everybody knows', () => {
    const pemOf = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString()
    const withSecret =
      (secretOf: (key: Signer) => unknown, keyOf: (stage: Attacked) => Signer) =>
      (stage: Attacked) => {
        const key = keyOf(stage)
        const secret = secretOf(key)
        const bytes = Buffer.isBuffer(secret) ? secret : String(secret)
        return forge({ alg: 'HS256', kid: key.kid }, stage.claims(), hmac(bytes))
      }
    const secrets: Readonly<Record<string, (key: Signer) => unknown>> = {
      'the public key as PEM': ({ publicKey }) => pemOf(publicKey),
      'the public key as PEM without its last line break': ({ publicKey }) =>
        pemOf(publicKey).trim(),
      'the public key as DER': ({ publicKey }) => publicKey.export({ type: 'spki', format: 'der' }),
      'the public key as JSON': ({ jwk }) => JSON.stringify(jwk),
      'the public key as JSON without its algorithm': ({ jwk: { alg: _alg, ...jwk } }) =>
        JSON.stringify(jwk),
      'the number of the public key': ({ jwk }) => jwk.n ?? jwk.x,
      'an empty secret': () => '',
    }
    for (const [what, secretOf] of Object.entries(secrets)) {
      expectEachRefused({
        [`HS256 with ${what}`]: withSecret(secretOf, ({ own }) => own),
        [`HS256 with ${what}, of the RSA key`]: withSecret(secretOf, ({ keys }) => keys.RS256),
      })
    }
    expectEachRefused({
      'HS256 with the public RSA key in its older form': withSecret(
        ({ publicKey }) => publicKey.export({ type: 'pkcs1', format: 'pem' }),
        ({ keys }) => keys.RS256,
      ),
    })
  })

  describe('with another algorithm', () => {
    type Name = keyof Attacked['keys']
    const swapped =
      (alg: Name, by: Name, kid = by) =>
      ({ token, keys }: Attacked) =>
        token({}, { alg, kid: keys[kid].kid }, keys[by])
    const disguised = (alg: Name, by: Name) => swapped(alg, by, alg)
    const named = (change: (alg: string) => unknown) => (stage: Attacked) =>
      stage.token({}, { alg: change(stage.own.alg) })
    const rightly =
      (alg: 'PS256' | 'RS384') =>
      ({ claims, keys: { RS256 } }: Attacked) =>
        forge({ alg, kid: RS256.kid }, claims(), (input) => RS256.sign(input, alg))
    expectEachRefused({
      'RS256 over an ES256 signature': swapped('RS256', 'ES256'),
      'RS256 over an ES256 signature, with the kid of the RSA key': disguised('RS256', 'ES256'),
      'ES256 over an RS256 signature': swapped('ES256', 'RS256'),
      'ES256 over an RS256 signature, with the kid of the EC key': disguised('ES256', 'RS256'),
      'EdDSA over an ES256 signature': swapped('EdDSA', 'ES256'),
      'EdDSA over an ES256 signature, with the kid of the Ed25519 key': disguised('EdDSA', 'ES256'),
      'ES256 over an EdDSA signature': swapped('ES256', 'EdDSA'),
      'EdDSA over an RS256 signature': swapped('EdDSA', 'RS256'),
      'PS256, rightly signed, which is not in the list': rightly('PS256'),
      'RS384, rightly signed, which is not in the list': rightly('RS384'),
      'the right one in small letters': named((alg) => alg.toLowerCase()),
      'a list of algorithms': named((alg) => [alg]),
      'no algorithm': named(() => undefined),
      'an empty algorithm': named(() => ''),
      'an algorithm named __proto__': named(() => '__proto__'),
    })
  })

  describe('with another key', () => {
    const stranger =
      (alg: 'RS256' | 'ES256' | 'EdDSA') =>
      ({ token, keys }: Attacked) =>
        token({}, {}, createStranger(alg, keys[alg].kid))
    const withKid = (kid: unknown) => withKidOf(() => kid)
    const withKidOf = (change: (kid: string) => unknown) => (stage: Attacked) =>
      stage.token({}, { kid: change(stage.own.kid) }, stage.evilSigner)
    expectEachRefused({
      'an RSA key under the same kid': stranger('RS256'),
      'an EC key under the same kid': stranger('ES256'),
      'an Ed25519 key under the same kid': stranger('EdDSA'),
      'an unknown kid': withKid('unknown'),
      'no kid': withKid(undefined),
      'a kid that is a path': withKid(`${'../'.repeat(6)}dev/null`),
      'a kid that is an address': withKid('http://127.0.0.1/jwks'),
      'a kid that is SQL': withKid("x' union select 'secret' --"),
      'a kid that is an object': withKidOf((kid) => ({ toString: kid })),
      'a kid that is a list of the right one': withKidOf((kid) => [kid]),
      'a kid that is a number': withKid(0),
      'a kid that is null': withKid(null),
      'a kid that is empty': withKid(''),
      'a kid named __proto__': withKid('__proto__'),
      'a kid named constructor': withKid('constructor'),
      'a kid with a zero in it': withKidOf((kid) => `${kid}\0.pem`),
      'a kid of 2,000 letters': withKid('k'.repeat(2_000)),
    })
  })

  describe('with a header that brings its own key', () => {
    const bringing = (header: (stage: Attacked) => object) => (stage: Attacked) =>
      stage.token({}, header(stage), stage.evilSigner)
    const jwks = ({ evil }: Attacked) => `${evil.url}/jwks`
    const certificate = ({ evil }: Attacked) => `${evil.url}/certificate.pem`
    expectEachRefused({
      jku: bringing((stage) => ({ jku: jwks(stage) })),
      'jku with an unknown kid': bringing((stage) => ({ jku: jwks(stage), kid: 'evil' })),
      'jku with no kid': bringing((stage) => ({ jku: jwks(stage), kid: undefined })),
      x5u: bringing((stage) => ({ x5u: certificate(stage) })),
      jwk: bringing(({ evilSigner }) => ({ jwk: evilSigner.jwk })),
      'jwk with no kid': bringing(({ evilSigner }) => ({ jwk: evilSigner.jwk, kid: undefined })),
      x5c: bringing(({ evilSigner: { publicKey } }) => ({
        x5c: [publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
      })),
      'an issuer of its own': ({ token, evil, evilSigner }) =>
        token({ iss: evil.url }, {}, evilSigner),
    })
    describe('and the right signature, so that the key is not looked up', () => {
      expectEachAccepted({
        jku: (stage) => stage.token({}, { jku: jwks(stage) }),
        x5u: (stage) => stage.token({}, { x5u: certificate(stage) }),
        jwk: ({ token, evilSigner }) => token({}, { jwk: evilSigner.jwk }),
      })
    })
  })

  describe('with a header that changes how it is read', () => {
    const headed =
      (header: object) =>
      ({ token }: Attacked) =>
        token({}, header)
    expectEachRefused({
      'crit of something unknown': headed({ crit: ['urn:evil'], 'urn:evil': true }),
      'crit of exp': headed({ crit: ['exp'], exp: 1 }),
      'crit of b64': headed({ crit: ['b64'], b64: true }),
      'crit that is empty': headed({ crit: [] }),
      'crit that is a text': headed({ crit: 'exp' }),
      'b64 alone': headed({ b64: true }),
      'b64 false, with claims that are not encoded': ({ own: { alg, kid, sign }, claims }) => {
        const input = `${encode({ alg, kid, b64: false, crit: ['b64'] })}.${encode(claims())}`
        return `${input}.${sign(input).toString('base64url')}`
      },
      'the kind of a logout': headed({ typ: 'logout+jwt' }),
      'the kind of a proof of possession': headed({ typ: 'dpop+jwt' }),
      'a kind that is a list': headed({ typ: [] }),
    })
  })

  describe('that was changed on the way', () => {
    const changed =
      (change: (stage: Attacked, signature: string) => Partial<ReturnType<typeof parts>>) =>
      (stage: Attacked) => {
        const good = parts(stage.token())
        const { head, body, signature } = { ...good, ...change(stage, good.signature) }
        return [head, body, signature].join('.')
      }
    const flipped = (signature: string) => {
      const bytes = Buffer.from(signature, 'base64url')
      bytes.writeUInt8(bytes.readUInt8(10) ^ 1, 10)
      return bytes.toString('base64url')
    }
    expectEachRefused({
      'its header': changed(({ own: { alg, kid } }) => ({
        head: encode({ kid, alg, typ: 'JWT' }),
      })),
      'its claims': changed(({ claims }) => ({ body: encode(claims({ sub: 'grace' })) })),
      'one bit of its signature': changed((_, signature) => ({ signature: flipped(signature) })),
      'the end of its signature': changed((_, signature) => ({
        signature: signature.slice(0, -4),
      })),
      'something after its signature': changed((_, signature) => ({
        signature: `${signature}AAAA`,
      })),
      'the signature of another good token': changed(({ token }) => {
        const { signature } = parts(token({ sub: 'grace' }))
        return { signature }
      }),
      'the same signature in another form': ({ own: { alg, kid, sign }, claims }) =>
        forge({ alg, kid }, claims(), (input) => {
          const signature = sign(input)
          return alg === 'HS256' ? Buffer.concat([signature, Buffer.alloc(1)]) : derOf(signature)
        }),
      'claims that are no JSON': ({ signed }) => signed('{"iss":'),
      'claims that are a list': ({ signed, claims }) => signed([claims()]),
      'claims that are a text': ({ signed }) => signed('"ada"'),
      'claims that are null': ({ signed }) => signed('null'),
      'a header that is no JSON': ({ own, claims }) => forge('{"alg":', claims(), own.sign),
    })
  })

  describe('for or from somebody else', () => {
    const claiming = (claims: (stage: Attacked) => object) => (stage: Attacked) =>
      stage.token(claims(stage))
    expectEachRefused({
      'another issuer': claiming(() => ({ iss: 'https://issuer.example' })),
      'the issuer with a slash': claiming(({ issuer }) => ({ iss: `${issuer}/` })),
      'the issuer in capitals': claiming(({ issuer }) => ({ iss: issuer.toUpperCase() })),
      'the issuer under another name': claiming(({ alias }) => ({ iss: alias })),
      'the issuer in a list': claiming(({ issuer }) => ({ iss: [issuer] })),
      'the issuer among others': claiming(({ issuer }) => ({
        iss: ['https://issuer.example', issuer],
      })),
      'an issuer that is null': claiming(() => ({ iss: null })),
      'no issuer': claiming(() => ({ iss: undefined })),
      'another audience': claiming(() => ({ aud: 'another-api' })),
      'an audience that only begins like ours': claiming(() => ({ aud: `${audience}-admin` })),
      'our audience among others': claiming(() => ({ aud: ['another-api', audience] })),
      'an empty list of audiences': claiming(() => ({ aud: [] })),
      'an audience that is an object': claiming(() => ({ aud: { [audience]: true } })),
      'no audience': claiming(() => ({ aud: undefined })),
      'no subject': claiming(() => ({ sub: undefined })),
      'an empty subject': claiming(() => ({ sub: '' })),
      'a subject that is a number': claiming(() => ({ sub: 42 })),
      'a subject that is a list': claiming(() => ({ sub: ['ada'] })),
      'a subject of 256 letters': claiming(() => ({ sub: 'a'.repeat(256) })),
      'a subject with a zero in it': claiming(() => ({ sub: 'ada\0' })),
      'a subject with half a character in it': ({ signed, claims }) =>
        signed(JSON.stringify(claims({ sub: 'ada\ud800' }))),
    })
    describe('but with an unusual subject', () => {
      expectEachAccepted({
        'a subject of 255 letters': claiming(() => ({ sub: 'a'.repeat(255) })),
        'a subject that looks like SQL': claiming(() => ({ sub: "'; drop table account; --" })),
      })
    })
  })

  describe('at the wrong time', () => {
    const timed =
      (claims: (at: number) => object) =>
      ({ token, issuedAt }: Attacked) =>
        token(claims(issuedAt()))
    /** Writes values that JSON.stringify cannot produce. */
    const written =
      (claim: string, value: string) =>
      ({ signed, claims }: Attacked) =>
        signed(JSON.stringify(claims({ [claim]: 'here' })).replace('"here"', value))
    expectEachRefused({
      'expired 31 seconds ago': timed((at) => ({ exp: at - 31 })),
      'expired 30 seconds ago': timed((at) => ({ exp: at - 30 })),
      'expired a year ago': timed((at) => ({ exp: at - 31_536_000 })),
      'no expiry': timed(() => ({ exp: undefined })),
      'an expiry that is a text': timed((at) => ({ exp: String(at + 900) })),
      'an expiry that is null': timed(() => ({ exp: null })),
      'an expiry that is a date': timed((at) => ({ exp: new Date((at + 900) * 1000) })),
      'an expiry beyond all numbers': written('exp', '1e999'),
      'a negative expiry': timed(() => ({ exp: -1 })),
      'no time of issue': timed(() => ({ iat: undefined })),
      'a time of issue that is a text': timed((at) => ({ iat: String(at) })),
      'issued in 31 seconds': timed((at) => ({ iat: at + 31 })),
      'issued in a year': timed((at) => ({ iat: at + 31_536_000, exp: at + 31_600_000 })),
      'good from 31 seconds on': timed((at) => ({ nbf: at + 31 })),
      'good from a text on': timed((at) => ({ nbf: String(at) })),
    })
    describe('but within the 30 seconds that clocks may be apart', () => {
      expectEachAccepted({
        'expired 29 seconds ago': timed((at) => ({ exp: at - 29 })),
        'issued in 29 seconds': timed((at) => ({ iat: at + 29 })),
        'good from 29 seconds on': timed((at) => ({ nbf: at + 29 })),
      })
    })
  })

  describe('that was good', () => {
    test('is taken 29 seconds after its end and refused 31 seconds after it, however well it is known', async () => {
      const { token, clock, ask } = await enter()
      const good = `Bearer ${token()}`
      expect((await ask(good)).status).toBe(200)
      clock.now += (900 + 29) * 1000
      expect((await ask(good)).status).toBe(200)
      clock.now += 2_000
      await expectRefused(await ask(good))
    })
  })

  describe('that is too long', () => {
    test.each([
      ['8,193 characters', 8_193],
      ['10 KB', 10_000],
    ])('is refused at %s, though rightly signed', async (_what, length) => {
      const { token, ask } = await enter()
      // Base64: four characters of a token encode three bytes.
      const missing = length - token({ pad: '' }).length
      const long = token({ pad: 'p'.repeat(Math.ceil((missing * 3) / 4)) })
      expect(long.length).toBeGreaterThanOrEqual(length)
      await expectRefused(await ask(`Bearer ${long}`))
    })

    test('is not one of 8,000 characters, as issuers make them for people in many groups', async () => {
      const { token, ask } = await enter()
      const long = token({ groups: 'g'.repeat(5_600) })
      expect(long.length).toBeGreaterThan(7_500)
      expect((await ask(`Bearer ${long}`)).status).toBe(200)
    })

    test('is not even read at 1 MB, and everybody else is still served', async () => {
      const { token, url, ask } = await enter()
      const answer = await sendRaw(url, [
        `Authorization: Bearer ${token()}${'A'.repeat(1_000_000)}`,
      ])
      // The server closes the connection of a client that keeps sending, and the response may be lost.
      expect(answer).toMatch(/^$|^HTTP\/1\.1 400 /)
      expect((await ask(`Bearer ${token()}`)).status).toBe(200)
    })
  })

  describe('whose header', () => {
    const headers: Record<string, (good: string) => string | undefined> = {
      'is missing': () => undefined,
      'is empty': () => '',
      'is another scheme': () => `Basic ${Buffer.from('ada:password').toString('base64')}`,
      'is another scheme with a good token': (good) => `Token ${good}`,
      'has no scheme': (good) => good,
      'has a scheme only': () => 'Bearer',
      'has two tokens': (good) => `Bearer ${good} ${good}`,
      'has two tokens in a list': (good) => `Bearer ${good}, Bearer ${good}`,
      'has two spaces': (good) => `Bearer  ${good}`,
      'has a tab': (good) => `Bearer\t${good}`,
      'has quotes': (good) => `Bearer "${good}"`,
      'has padding': (good) => `Bearer ${good}=`,
      'has letters of the other alphabet': (good) => `Bearer ${good}+/`,
      'has a scheme that only begins so': (good) => `BearerX ${good}`,
      'has a token of one part': (good) => `Bearer ${good.split('.')[0]}`,
      'has a token of two parts': (good) => `Bearer ${good.split('.').slice(0, 2).join('.')}`,
      'has a token of four parts': (good) => `Bearer ${good}.${good.split('.')[2]}`,
      'has an encrypted token of five parts': () =>
        `Bearer ${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`,
      'has empty parts': () => 'Bearer ..',
      'has parts that are no base64': () => 'Bearer a.b.c',
    }
    test.each(Object.entries(headers))('%s is refused', async (_what, header) => {
      const { token, ask } = await enter()
      await expectRefused(await ask(header(token())))
    })

    test.each(['bearer', 'BEARER'])(
      'spells the scheme %s is taken, as the RFC has it',
      async (scheme) => {
        const { token, ask } = await enter()
        expect((await ask(`${scheme} ${token()}`)).status).toBe(200)
      },
    )

    test('comes twice is judged by the first one, and a good one behind it does not help', async () => {
      const { token, evilSigner, url } = await enter()
      const forged = `Authorization: Bearer ${token({}, {}, evilSigner)}`
      const good = `Authorization: Bearer ${token()}`
      expect(await sendRaw(url, [forged, good])).toMatch(/^HTTP\/1\.1 401 /)
    })

    test('is missing is refused, though the address or a cookie has it', async () => {
      const { token, url, ask } = await enter()
      await expectRefused(await ask(undefined, `/api/account?access_token=${token()}`))
      const cookie = `token=${token()}; access_token=${token()}; tengrand.session=${token()}`
      await expectRefused(await fetch(`${url}/api/account`, { headers: { cookie } }))
    })
  })

  test('is neither explained nor logged', async () => {
    const { token, evilSigner, ask, logLines } = await open()
    const tokens = [token(), token({ aud: 'other' }), token({}, {}, evilSigner)]
    for (const one of tokens) await ask(`Bearer ${one}`)
    expect(logLines.length).toBeGreaterThanOrEqual(3)
    for (const one of tokens) {
      for (const part of one.split('.').slice(1)) expect(logLines.join('')).not.toContain(part)
    }
    expect(logLines.join('')).not.toContain('ada@example.org')
  })
})

/** Encodes two numbers of 32 bytes in ASN.1. */
function derOf(signature: Buffer): Buffer {
  const numbers = [signature.subarray(0, 32), signature.subarray(32)].map((half) =>
    Buffer.concat([Buffer.from([2, 33, 0]), half]),
  )
  return Buffer.concat([Buffer.from([0x30, 70]), ...numbers])
}

/** Adds the group order to the second number of an Ed25519 signature: a careless verifier accepts both forms. */
function withOrderAdded(signature: Buffer): Buffer {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n
  const number = signature.subarray(32).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  const bytes = Array.from({ length: 32 }, (_, at) =>
    Number(((number + order) >> BigInt(8 * at)) & 255n),
  )
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(bytes)])
}

/** Sends a handwritten request with any header lines. */
async function sendRaw(url: string, lines: readonly string[]): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  let answer = ''
  socket.on('data', (chunk) => (answer += String(chunk)))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(
    ['GET /api/account HTTP/1.1', `Host: ${host}`, 'Connection: close', ...lines, '', ''].join(
      '\r\n',
    ),
  )
  await closed
  return answer
}

describe('an issuer outside of this server', () => {
  eachAccepted(shared(attackOidc), {
    'may sign with RS256': ({ token, keys }) => token({}, {}, keys.RS256),
    'may sign with ES256': ({ token, keys }) => token({}, {}, keys.ES256),
    'may sign with EdDSA': ({ token, keys }) => token({}, {}, keys.EdDSA),
    'may name us in a list': ({ token }) => token({ aud: [audience] }),
    'may name us twice': ({ token }) => token({ aud: [audience, audience] }),
    'may name us among others, where the token was issued to us': ({ token }) =>
      token({ aud: ['another-api', audience], azp: audience }),
    'may name us among others, where the token was issued to the web app': ({ token }) =>
      token({ aud: [audience, 'another-api'], azp: clientId }),
  })

  eachRefused(shared(attackOidc), {
    'may not name us among others, where the token was issued to somebody else': ({ token }) =>
      token({ aud: [audience, 'another-api'], azp: 'another-app' }),
    'may not name us among others, where the party is a list': ({ token }) =>
      token({ aud: [audience, 'another-api'], azp: [audience] }),
    'may not name us only as the party': ({ token }) =>
      token({ aud: ['another-api'], azp: audience }),
    'may not name itself as us': ({ token }) => token({ iss: 'tengrand:embedded' }),
    'may not sign with an unknown kid and a known key': ({ token }) =>
      token({}, { kid: 'unknown' }),
    'may not sign with the kid of another known key': ({ token, keys }) =>
      token({}, { kid: keys.EdDSA.kid }),
    'may not have the same signature of Ed25519 in another form': ({ keys: { EdDSA }, claims }) =>
      forge({ alg: 'EdDSA', kid: EdDSA.kid }, claims(), (input) =>
        withOrderAdded(EdDSA.sign(input)),
      ),
  })
  eachRefused(attackOidc, {
    'may not publish a secret to sign with': async ({ publish, claims }) => {
      const secret = Buffer.from('a secret that stands in the open, 32 bytes')
      publish({ kty: 'oct', kid: 'shared', k: secret.toString('base64url') })
      return forge({ alg: 'HS256', kid: 'shared' }, claims(), hmac(secret))
    },
  })

  test.each(['hangs up', '500', 'a web page', 'too much', 'elsewhere'] as const)(
    'has keys that cannot be fetched (%s): nobody is signed out, whatever token they hold',
    async (manner) => {
      const { provider, token, evilSigner, ask } = await attackOidc()
      provider.answers = manner
      for (const one of [token(), token({}, {}, evilSigner)]) {
        const response = await ask(`Bearer ${one}`)
        expect(response.status).toBe(503)
        expect(response.headers.get('retry-after')).toBe('5')
        expect(response.headers.get('www-authenticate')).toBeNull()
        expect(await response.json()).toMatchObject({ code: 'unavailable' })
      }
    },
  )

  test('is asked once, however many unknown kids come, and once more half a minute later', async () => {
    const { provider, token, evilSigner, clock, ask } = await attackOidc()
    const flood = async (wave: string) => {
      const kids = Array.from({ length: 40 }, (_, n) => `${wave}-${n}`)
      const answers = await Promise.all(
        kids.map((kid) => ask(`Bearer ${token({}, { kid }, evilSigner)}`)),
      )
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    }
    await flood('first')
    await flood('second')
    expect(provider.hits('/jwks')).toBe(1)
    expect((await ask(`Bearer ${token()}`)).status).toBe(200)
    clock.now += 30_000
    await flood('third')
    expect(provider.hits('/jwks')).toBe(2)
  })
})

describe.each<[string, (atEnd?: AtEnd) => Promise<AttackedEmbedded>]>([
  ['embedded', attackEmbedded],
  ['oidc', attackOidcSessions],
])('a token of our own, with the right key, with IDENTITY=%s', (_kind, open) => {
  const naming =
    (sid: unknown) =>
    ({ token }: AttackedEmbedded) =>
      token({ sid })
  eachRefused(shared(open), {
    'no session': naming(undefined),
    'a session that is null': naming(null),
    'a session that is empty': naming(''),
    'a session that is a number': naming(0),
    'a session that is true': naming(true),
    'a session in a list': ({ token, sid }) => token({ sid: [sid] }),
    'a session in an object': ({ token, sid }) => token({ sid: { toString: sid } }),
    'a session that nobody has': naming('another-session'),
    'a session in capitals': ({ token, sid }) => token({ sid: sid.toUpperCase() }),
    'a session with a space behind it': ({ token, sid }) => token({ sid: `${sid} ` }),
    'a session with a zero behind it': ({ token, sid }) => token({ sid: `${sid}\0` }),
    'a session with half a character in it': naming('half\ud800'),
    'a session that is SQL': naming("' or true --"),
    'a session that is a pattern': naming('%'),
    'a session named __proto__': naming('__proto__'),
    'a session of 2,000 letters': naming('s'.repeat(2_000)),
    'no email': ({ token }) => token({ email: undefined }),
    'an email that is a list': ({ token }) => token({ email: ['ada@example.org'] }),
    'our audience in a list': ({ token }) => token({ aud: [audience] }),
    RS256: ({ token, keys }) => token({}, {}, keys.RS256),
    ES256: ({ token, keys }) => token({}, {}, keys.ES256),
    EdDSA: ({ token, keys }) => token({}, {}, keys.EdDSA),
    'a session that has expired': async ({ token, world, clock }) => {
      await addSession(world, { id: 'an-old-session', expiresAt: clock.now })
      return token({ sid: 'an-old-session' })
    },
    'a session of people whom somebody else signs in': async ({ token, world, clock }) => {
      const expiresAt = clock.now + 86_400_000
      await addSession(world, { id: 'elsewhere', issuer: 'https://issuer.example', expiresAt })
      return token({ sid: 'elsewhere' })
    },
  })
  eachRefused(open, {
    'a session that has ended': async ({ token, world }) => {
      await world.db.query('delete from identity.session')
      return token()
    },
  })
})
