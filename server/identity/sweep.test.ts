import { expect, test } from 'vitest'

import { createWorld } from '../testing/world.ts'
import { deleteExpired } from './session-store.ts'
import { browserOn, days, minutes, movable, requestLink, withNewcomer } from './testing/browser.ts'
import { googleWorld, grace, signInWithGoogle } from './testing/google-world.ts'

test('sessions and links are thrown away when they have expired, and not before', async () => {
  const clock = movable()
  const { world, browser, email } = await withNewcomer(createWorld({ now: clock.now }))
  await requestLink(world, email, browser)
  const left = async () => {
    await deleteExpired(world.db, clock.now())
    const [counts] = await world.db.query(
      `select (select count(*) from identity.session) as sessions,
         (select count(*) from identity.reset_link) as links,
         (select count(*) from identity.person) as people`,
    )
    return counts
  }
  expect(await left()).toEqual({ sessions: 1, links: 1, people: 1 })
  clock.move(days(1))
  expect(await left()).toEqual({ sessions: 1, links: 0, people: 1 })
  clock.move(days(13) + 1)
  expect(await left()).toEqual({ sessions: 0, links: 0, people: 1 })
})

test('states that came back from Google are thrown away when they could not be brought again', async () => {
  const clock = movable(Date.now())
  const { app, db } = await googleWorld(grace, { now: clock.now })
  await signInWithGoogle(browserOn(app))
  const left = async () => {
    await deleteExpired(db, clock.now())
    return (await db.query('select 1 from identity.used_state')).length
  }
  clock.move(minutes(10))
  expect(await left()).toBe(1)
  clock.move(1)
  expect(await left()).toBe(0)
})
