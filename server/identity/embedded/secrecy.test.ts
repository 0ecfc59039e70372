import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'

import { sharedWorlds } from '../../testing/shared-worlds.ts'
import { createWorld, type World } from '../../testing/world.ts'
import {
  browserOn,
  eventually,
  linksIn,
  newcomer,
  password,
  requestLink,
  withNewcomer,
} from '../testing/browser.ts'
import { lineTo } from '../testing/database-line.ts'
import { googleWorld, signInWithGoogle, sharedGoogleWorld } from '../testing/google-world.ts'
import { countPasswordWork } from '../testing/password-work.ts'

const emptyWorld = sharedWorlds()
const emptyGoogleWorld = sharedGoogleWorld()

const wrong = 'incorrect horse battery'
const known = 'ada@school.example'
const unknown = 'nobody@school.example'

/** The parts of a response that an attacker could compare. */
function visible({ statusCode, headers, body }: LightMyRequestResponse) {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { statusCode, headers: rest, body: body.replace(/"request_id":"[^"]+"/, '') }
}

test('a wrong password and an unknown email get the same answer, after the same work', async () => {
  const { world } = await withNewcomer(emptyWorld())
  const work = countPasswordWork()
  const answers = [
    await browserOn(world.app).signIn(known, wrong),
    await browserOn(world.app).signIn(unknown, wrong),
  ]
  expect(work()).toBe(2)
  expect(answers.map(visible)[1]).toEqual(answers.map(visible)[0])
  // A known device gets equal answers, too.
  const { browser } = await newcomer(world.app, 'eve@school.example')
  const again = [await browser.signIn(known, wrong), await browser.signIn(unknown, wrong)]
  expect(again.map(visible)[1]).toEqual(again.map(visible)[0])
  expect(work()).toBe(5)
})

test('a request for a new password gets the same answer for every email, and does the same before it', async () => {
  const { world } = await withNewcomer(emptyGoogleWorld())
  await signInWithGoogle(browserOn(world.app))
  const work = countPasswordWork()
  const answers: LightMyRequestResponse[] = []
  for (const email of [known, unknown, 'grace@school.example']) {
    answers.push(await browserOn(world.app).post('/request-password-reset', { email }))
  }
  const [first, ...others] = answers.map(visible)
  for (const other of others) expect(other).toEqual(first)
  expect(work()).toBe(0)
  await eventually(() => expect(world.messages).toHaveLength(2))
})

test('a link that was never sent and one that has been used get the same answer', async () => {
  const { world } = await withNewcomer(emptyWorld())
  const link = await requestLink(world, known)
  const use = (token: string) =>
    browserOn(world.app).post('/reset-password', { token, newPassword: 'another horse battery' })
  await use(link)
  expect(visible(await use(link))).toEqual(visible(await use('a'.repeat(43))))
})

/** All secrets of the world, which no log line and no response may contain. */
async function secretsOf(world: World): Promise<string[]> {
  const rows = await world.db.query<{ secret: string }>(
    `select password as secret from identity.person where password is not null
     union all select split_part(password, '$', 6) from identity.person where password is not null
     union all select secret from identity.session`,
  )
  return [
    ...rows.map(({ secret }) => secret),
    ...linksIn(world),
    password,
    wrong,
    'another horse battery',
    'a secret that only the nodes of a test know',
  ]
}

test('nothing secret, no email and no address is logged while people come and go', async () => {
  const { world, browser } = await withNewcomer(googleWorld())
  const token = await browser.token()
  await browser.account(token)
  // Refused sign-ins are logged with a hash of the address.
  const stranger = browserOn(world.app, '203.0.113.77')
  for (let tries = 0; tries < 10; tries += 1) await stranger.signIn(known, wrong)
  await browserOn(world.app, '2001:db8:1:2::77').signIn(unknown, wrong)
  await stranger.account('a.forged.token')
  await browser.post('/sign-up/email', { email: known, password })
  await signInWithGoogle(browserOn(world.app))
  await signInWithGoogle(browserOn(world.app), 'cancel')
  await browserOn(world.app).get('/identity/callback/google?code=secret-code&state=secret-state')
  const link = await requestLink(world, known, browser)
  const secrets = [
    ...(await secretsOf(world)),
    token,
    'secret-code',
    'secret-state',
    world.google.clientSecret,
    known,
    unknown,
    'grace@school.example',
    '203.0.113',
    '2001:db8',
    'a.forged.token',
    ...[...browser.cookies.values()].map(({ value }) => value).filter((value) => value !== '1'),
  ]
  await browser.post('/reset-password', { token: link, newPassword: 'another horse battery' })
  await browser.post('/sign-out')
  const log = world.logLines.join('')
  expect(log).toContain('/identity/sign-out')
  expect(log).toContain('"address":"')
  expect(log).toContain('"account":"')
  expect(secrets.length).toBeGreaterThan(18)
  for (const secret of secrets) expect(log).not.toContain(secret)
})

test.each(['person', 'session', 'throttle', 'reset_link'])(
  'nothing secret is logged or answered when statements on %s fail',
  async (table) => {
    const { world, browser } = await withNewcomer(createWorld())
    const reset = {
      token: await requestLink(world, known, browser),
      newPassword: 'another horse battery',
    }
    const secrets = await secretsOf(world)
    await world.db.query(`alter table identity.${table} rename to away`)
    const answers = [
      await browserOn(world.app).signUp('grace@school.example'),
      await browserOn(world.app).signIn(known),
      await browserOn(world.app).post('/reset-password', reset),
      await browser.get('/identity/token'),
      await browser.post('/sign-out'),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toContain(500)
    const log = world.logLines.join('')
    expect(log).toContain('unexpected error')
    for (const text of [log, ...answers.map(({ body }) => body)]) {
      for (const secret of secrets) expect(text).not.toContain(secret)
    }
    for (const { body } of answers) expect(body).not.toMatch(/identity\.|relation|select|insert/)
  },
)

test('a row that the database refuses is not logged', async () => {
  const world = await createWorld()
  // The driver puts the values of the row into such an error.
  await world.db.query(`alter table identity.person add check (password is null)`)
  const answer = await browserOn(world.app).signUp(known)
  expect(answer.statusCode).toBe(500)
  const log = world.logLines.join('')
  expect(log).toContain('violates check constraint')
  expect(log).not.toContain('argon2id')
  expect(log).not.toContain(known)
})

test('nothing secret is logged when the connection to the database is cut', async () => {
  const first = await createWorld()
  const line = await lineTo(first.connection)
  const { world, browser } = await withNewcomer(createWorld({ connection: line.connection }))
  const secrets = await secretsOf(first)
  await line.cut()
  await browserOn(world.app).signIn(known)
  await browserOn(world.app).signUp('grace@school.example')
  await browser.get('/identity/token')
  for (const secret of secrets) expect(world.logLines.join('')).not.toContain(secret)
})

test('the database holds no password, and no session that could be used without the secret', async () => {
  const { world } = await withNewcomer(createWorld({ passwordCost: 'usual' }))
  const [row] = await world.db.query<{ password: string; token: string }>(
    'select password, secret from identity.person, identity.session',
  )
  expect(row?.password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  const headers = { cookie: `tengrand.session=${row?.token}` }
  expect((await world.app.inject({ url: '/identity/token', headers })).statusCode).toBe(401)
})
