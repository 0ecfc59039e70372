// Names of learners: which are accepted, which are refused, and races for the same name.
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'

import { movable } from '../identity/testing/browser.ts'
import { signUp, type Learner } from '../testing/learner.ts'
import { sharedWorlds } from '../testing/shared-worlds.ts'
import { createWorld } from '../testing/world.ts'

const emptyWorld = sharedWorlds({ isClockReal: true })

const patch = (app: FastifyInstance, { token }: Pick<Learner, 'token'>, payload: object) =>
  app.inject({
    method: 'PATCH',
    url: '/api/account',
    headers: { authorization: `Bearer ${token}` },
    payload,
  })

const shapeSentence =
  'Use 3 to 24 letters (A to Z), digits, single spaces, - and _. At least three must be letters or digits.'
const reservedSentence = "You can't use this name here. Choose another one."
const takenSentence = 'Someone already has this name. Choose another one.'

const faulty: readonly [what: string, body: object, code: string, sentence: string][] = [
  ['a short name', { display_name: 'ab' }, 'invalid_name', shapeSentence],
  ['a long name', { display_name: 'a'.repeat(25) }, 'invalid_name', shapeSentence],
  ['a very long name', { display_name: 'a'.repeat(10_000) }, 'invalid_name', shapeSentence],
  ['two spaces', { display_name: 'Quiet  Heron' }, 'invalid_name', shapeSentence],
  ['an email', { display_name: 'me@school.example' }, 'invalid_name', shapeSentence],
  ['a look-alike', { display_name: 'Quiet Her\u043en' }, 'invalid_name', shapeSentence],
  ['a number', { display_name: 12_345 }, 'invalid_name', shapeSentence],
  ['no name', { display_name: null }, 'invalid_name', shapeSentence],
  ['nothing', {}, 'invalid_name', shapeSentence],
  ['lines alone', { display_name: '-_-' }, 'invalid_name', shapeSentence],
  ['two letters among lines', { display_name: '_a-b_' }, 'invalid_name', shapeSentence],
  ['a list', [], 'invalid_request', 'The body of the request must be a JSON object.'],
  ['a reserved name', { display_name: 'Tengrand Admin' }, 'invalid_name', reservedSentence],
  [
    'the name of a deleted account',
    { display_name: 'Acc0unt deleted' },
    'invalid_name',
    reservedSentence,
  ],
  ['the name of a guest', { display_name: 'guest-7' }, 'invalid_name', reservedSentence],
  ['an offensive name', { display_name: 'sh1t' }, 'invalid_name', reservedSentence],
  [
    'more than a name',
    { display_name: 'Quiet Heron', cash_balance: 1e6 },
    'invalid_request',
    'The field cash_balance is not known here.',
  ],
]

describe('PATCH /api/account', () => {
  test('changes the name, trimmed, and nothing else', async () => {
    const { app } = await emptyWorld()
    const learner = await signUp(app)
    const before = (await learner.get('/api/account')).json()
    const answer = await patch(app, learner, { display_name: '  Quiet_Heron-7 ' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ ...before, display_name: 'Quiet_Heron-7' })
    expect((await learner.get('/api/account')).json()).toEqual(answer.json())
  })

  test('takes the own name again, in other letters, or as one that looks like it', async () => {
    const { app } = await emptyWorld()
    const learner = await signUp(app)
    for (const name of ['Quiet Heron', 'Quiet Heron', 'QUIET heron', 'Qu1et_Heron', 'QuietHer0n']) {
      const answer = await patch(app, learner, { display_name: name })
      expect(answer.json()).toMatchObject({ display_name: name })
    }
  })

  test('refuses what is no name, says why, and changes nothing', async () => {
    const { app } = await emptyWorld()
    const learner = await signUp(app)
    const before = (await learner.get('/api/account')).json()
    for (const [what, body, code, sentence] of faulty) {
      const { status, code: said, error } = (await patch(app, learner, body)).json()
      expect([what, status, said, error]).toEqual([what, 400, code, sentence])
    }
    expect((await learner.get('/api/account')).json()).toEqual(before)
  })

  test('refuses a name that somebody has, in whichever letters', async () => {
    const { app } = await emptyWorld()
    const [owner, other] = [await signUp(app), await signUp(app)]
    await patch(app, owner, { display_name: 'Quiet Heron' })
    for (const name of ['Quiet Heron', 'quiet heron', ' QUIET HERON ']) {
      const answer = await patch(app, other, { display_name: name })
      expect(answer.json()).toMatchObject({ code: 'name_taken', error: takenSentence })
    }
    // A name is free again after its owner has changed it.
    await patch(app, owner, { display_name: 'Loud Heron' })
    expect((await patch(app, other, { display_name: 'quiet heron' })).statusCode).toBe(200)
  })

  test('refuses a name that looks like the one that somebody has', async () => {
    const { app } = await emptyWorld()
    const [owner, other] = [await signUp(app), await signUp(app)]
    await patch(app, owner, { display_name: 'Fair Ocelot 8545' })
    for (const name of [
      'Fa1r Ocelot 8545',
      'Fair_Ocelot 8545',
      'FairOcelot 8545',
      'Fair 0celot 8545',
      'fair-oce1ot-8S4s',
      'Fair Ocelot 6545',
      'Fair Ocelot B545',
    ]) {
      const answer = await patch(app, other, { display_name: name })
      expect([name, answer.json().code]).toEqual([name, 'name_taken'])
    }
    expect((await patch(app, other, { display_name: 'Fair Ocelot 8547' })).statusCode).toBe(200)
  })

  test.each([
    ['Modern Bull', ['Modem Bull', 'M0dem Bull', 'MODERN-8ULL']],
    ['Savvy Clark', ['Sawy Clark', 'Savvy Dark', 'Sawy_Dark']],
    ['Lazy Gig 29', ['La2y Gig 29', 'Lazy 9ig 2g', 'Lazy Gig Zg']],
  ])('refuses a confusable of %s where letters stand close: %s', async (name, others) => {
    const { app } = await emptyWorld()
    const [owner, other] = [await signUp(app), await signUp(app)]
    await patch(app, owner, { display_name: name })
    for (const lookAlike of others) {
      const answer = await patch(app, other, { display_name: lookAlike })
      expect([lookAlike, answer.json().code]).toEqual([lookAlike, 'name_taken'])
    }
  })

  test('gives a name that two want at the same moment, on two nodes, to one of them', async () => {
    const one = await createWorld()
    const two = await createWorld({ connection: one.connection })
    const [here, there] = [await signUp(one.app), await signUp(two.app)]
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        patch(one.app, here, { display_name: `Heron ${round}` }),
        patch(two.app, there, { display_name: `heron ${round}` }),
      ])
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    }
    expect(one.logLines.filter((line) => line.includes('"level":50'))).toEqual([])
  })

  test('changes the name ten times a day, on all nodes together and after a restart', async () => {
    const clock = movable()
    const world = { now: clock.now }
    const one = await createWorld(world)
    const two = await createWorld({ ...world, connection: one.connection })
    const [learner, other] = [await signUp(one.app), await signUp(one.app)]
    await patch(one.app, other, { display_name: 'Quiet Heron' })
    for (let change = 0; change < 10; change += 1) {
      const { app } = change % 2 === 0 ? one : two
      // A refused change does not count.
      const taken = await patch(app, learner, { display_name: 'Quiet Heron' })
      expect(taken.json()).toMatchObject({ code: 'name_taken' })
      expect((await patch(app, learner, { display_name: `Loud ${change}` })).statusCode).toBe(200)
      clock.move(60_000)
    }
    const three = await createWorld({ ...world, connection: one.connection })
    for (const { app } of [one, two, three]) {
      const refused = await patch(app, learner, { display_name: 'Loud Heron' })
      expect(refused.headers['retry-after']).toBe(String(86_400 - 600))
      expect(refused.json()).toMatchObject({
        status: 429,
        code: 'too_many_requests',
        error: 'You can change your name ten times a day. Please try again in 24 hours.',
      })
    }
    expect((await learner.get('/api/account')).json()).toMatchObject({ display_name: 'Loud 9' })
    expect((await patch(one.app, other, { display_name: 'Calm Heron' })).statusCode).toBe(200)
    clock.move(86_400_000 - 600_000)
    const later = await learner.renew()
    const answer = await patch(one.app, later, { display_name: 'Loud Heron' })
    expect(answer.statusCode).toBe(200)
  })

  test('is refused without a token', async () => {
    const { app } = await emptyWorld()
    const answer = await patch(app, { token: '' }, { display_name: 'Quiet Heron' })
    expect(answer.statusCode).toBe(401)
  })
})

test('a generated name says nothing of the email', async () => {
  const { app } = await emptyWorld()
  const learner = await signUp(app, 'zebediah.quux@school.example')
  const { display_name } = (await learner.get('/api/account')).json()
  expect(display_name.toLowerCase()).not.toMatch(/zebediah|quux|school|example/)
})
