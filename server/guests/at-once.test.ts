// Everything that guests, organisers and jobs do at the same moment, on two nodes: no failure, no deadlock, nothing lost or
// twice.
import { dayMs } from '@tengrand/core/day.ts'
import type { LightMyRequestResponse } from 'fastify'
import { expect, test } from 'vitest'

import { browserOn, password } from '../identity/testing/browser.ts'
import { asksIn, joinAsGuest } from '../leagues/testing/guests.ts'
import { createClass, type Class } from '../leagues/testing/lesson.ts'
import { createWorld } from '../testing/world.ts'
import { deleteGuests } from './delete-job.ts'
import { auditOf } from './testing/audit.ts'

type Answer = Promise<LightMyRequestResponse>

const secondNode = ({ connection, scripted, clock }: Class) =>
  createWorld({ connection, market: scripted, now: () => clock.at })

const membersOf = async ({
  teacher,
  path,
}: Class): Promise<{ user_id: string; guest: boolean }[]> =>
  (await teacher.get(`${path}/members`)).json().members

const guestsIn = async (here: Class): Promise<string[]> =>
  (await membersOf(here)).filter(({ guest }) => guest).map((member) => member.user_id)

/** Names that no two have, and that do not look alike. */
const nameOf = (letter: string, n: number): string => `${letter} ${n.toString(2)}`

const failedIn = (answers: readonly LightMyRequestResponse[]) =>
  answers.filter(({ statusCode }) => statusCode >= 500).map(({ body }) => body)

test('guests join, come back, trade and ask for their result while the organiser renames, removes, lets in and clears', async () => {
  const here = await createClass({ pupils: 0 })
  const { app } = await secondNode(here)
  const person = await here.signUp()
  const both = [here.teacher, here.teacher.at(app)]
  await here.start()
  for (let round = 0; round < 2; round += 1) {
    const { code } = await here.read()
    const lesson = { ...here.lesson, ...(code && { code }) }
    const known = await Promise.all(
      [0, 1, 2, 3, 4, 5].map((n) =>
        joinAsGuest(n % 2 === 0 ? here.app : app, lesson, nameOf(`A${'xy'[round]}`, n)),
      ),
    )
    const ids = await guestsIn(here)
    const letIn = async (id: string): Answer => {
      const made = await here.teacher.post(`${here.path}/members/${id}/pass`, {})
      const { pass } = made.json()
      return pass ? browserOn(app).call('/api/guest/return', { pass }) : made
    }
    const sent: Answer[] = [
      ...known.map(({ learner, portfolio }) =>
        learner.post('/api/buy', { ticker: 'C', quantity: 1, portfolio }),
      ),
      ...known.map(({ browser }) => asksIn(browser, lesson)),
      ...known.slice(0, 3).map(({ browser }) => {
        const headers = { authorization: `Bearer ${person.token}` }
        return browser.call('/api/guest/keep', { league: here.lesson.id }, headers)
      }),
      ...[6, 7, 8].map((n) => asksIn(browserOn(app), lesson, nameOf(`B${'xy'[round]}`, n))),
      ...ids.map((id, n) => {
        const name = nameOf(`C${'xy'[round]}`, n)
        return (both[n % 2] ?? here.teacher).patch(`${here.path}/members/${id}`, { name })
      }),
      ...ids.map(letIn),
      ...ids.slice(0, 2).map((id) => here.teacher.at(app).delete(`${here.path}/members/${id}`)),
      ...both.map((teacher) => teacher.post(`${here.path}/clear`, {})),
    ]
    expect(failedIn(await here.answered(Promise.all(sent)))).toEqual([])
  }
  expect(await auditOf(here.db)).toEqual([])
})

test('results are kept, guests and accounts deleted and the organiser gone: each result is in one place or nowhere', async () => {
  const here = await createClass({ pupils: 0 })
  const { app, db } = await secondNode(here)
  const guests = await Promise.all(
    [0, 1, 2, 3, 4, 5, 6, 7].map((n) => joinAsGuest(here.app, here.lesson, nameOf('Quirin', n))),
  )
  await here.start()
  const orders = guests.map(({ learner, portfolio }) =>
    learner.post('/api/buy', { ticker: 'C', quantity: 1, portfolio }),
  )
  await here.answered(Promise.all(orders))
  await here.press('end')
  here.pass(2_000)
  await here.settles()
  const ids = await guestsIn(here)
  here.pass(7 * dayMs)
  const people = await Promise.all([0, 1, 2, 3, 4].map(() => here.signUp()))
  const keeps = (n: number, by = n) =>
    guests.slice(n, n + 1).map(({ browser }) => {
      const headers = { authorization: `Bearer ${people[by]?.token}` }
      return browser.call('/api/guest/keep', { league: here.lesson.id }, headers)
    })
  const leaves = (token: string | undefined) =>
    app.inject({
      method: 'DELETE',
      url: '/api/account',
      headers: { authorization: `Bearer ${token}` },
      payload: { password },
    })
  const warnings: unknown[] = []
  const log = { warn: (...line: unknown[]) => void warnings.push(line) }
  const job = (of: typeof db) => deleteGuests({ db: of, now: () => here.clock.at, log })
  const teacher = await here.teacher.renew()
  const sent = [
    ...[0, 1, 2, 3, 4].flatMap((n) => keeps(n)),
    ...[0, 1].flatMap((n) => keeps(n, n + 3)),
    ...[0, 1, 2].map((n) => leaves(people[n]?.token)),
    ...ids.map((id, n) =>
      teacher.patch(`${here.path}/members/${id}`, { name: nameOf('Ruben', n) }),
    ),
    ...ids.slice(0, 3).map((id) => teacher.delete(`${here.path}/members/${id}`)),
    ...ids.slice(3).map((id) => teacher.post(`${here.path}/members/${id}/pass`, {})),
    ...guests.slice(3).map(({ browser }) => asksIn(browser, here.lesson)),
    leaves(teacher.token),
  ]
  const [answers] = await Promise.all([Promise.all(sent), job(here.db), job(db)])
  expect(failedIn(answers)).toEqual([])
  await job(db)
  expect(warnings).toEqual([])
  const left = await here.db.query<{ issuer: string; members: number; trades: number }>(
    `select a.issuer, count(*)::int as members, sum((select count(*) from trade where portfolio_id = m.portfolio_id))::int
       as trades from membership m join account a on a.id = m.account_id group by 1`,
  )
  expect(left.filter(({ issuer }) => issuer === 'guest')).toEqual([])
  for (const { members, trades } of left) expect(trades).toBe(members)
  const rows = await here.db.query('select from final_place where rank is not null')
  expect(rows).toHaveLength(guests.length)
  expect(await here.db.query("select from identity.session where issuer = 'guest'")).toEqual([])
  expect(JSON.stringify(await here.db.query('select * from membership'))).not.toMatch(
    /Quirin|Ruben/,
  )
  expect(await auditOf(here.db)).toEqual([])
})
