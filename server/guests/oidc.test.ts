// Guests where people sign in at an issuer of OpenID Connect.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { browserOn } from '../identity/testing/browser.ts'
import { oidcWorld, signInAtSchool } from '../identity/testing/oidc-world.ts'
import { asksIn, joinAsGuest } from '../leagues/testing/guests.ts'
import { learnerWith } from '../testing/learner.ts'

test('a guest joins, signs out without the issuer, and comes back; signing in makes the guest a person', async () => {
  const { app } = await oidcWorld()
  const desk = browserOn(app)
  await signInAtSchool(desk)
  const wish = { kind: 'lesson', name: 'Class 9b', span: 'year', minutes: 10 }
  const key = { 'idempotency-key': randomUUID() }
  const lesson = (await learnerWith(app, await desk.token()).post('/api/leagues', wish, key)).json()
  const { browser, learner, portfolio } = await joinAsGuest(app, lesson, 'Anna')
  expect((await learner.get(`/api/leagues/${lesson.id}`)).statusCode).toBe(200)
  // The issuer's page would sign somebody else out who shares the browser.
  expect((await browser.post('/sign-out')).json()).toEqual({ success: true, url: null })
  expect((await learner.get(`/api/leagues/${lesson.id}`)).statusCode).toBe(401)
  expect((await asksIn(browser, lesson)).json()).toMatchObject({ portfolio })
  await signInAtSchool(browser)
  expect((await browser.get('/identity/get-session')).json().user.email).toContain('@')
  expect((await browser.post('/sign-out')).json().url).toContain('/session/end')
})
