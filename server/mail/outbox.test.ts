import { createSecretKey, hkdfSync } from 'node:crypto'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, onTestFinished, test, vi } from 'vitest'

import type { Connection, Tx } from '../db/handle.ts'
import { days, eventually, minutes, movable } from '../identity/testing/browser.ts'
import { createLog } from '../log.ts'
import { openOutbox, type MessageTimes } from './outbox.ts'
import type { Mailer } from './mailer.ts'
import { OutboxStore, leaseMs } from './outbox-store.ts'
import { message, openMailRoom } from './testing/mail-room.ts'
import { freePort } from '../testing/loopback.ts'
import { openPostOffice } from './testing/post-office.ts'
import { freshDatabase, openFreshDb, openTestDb } from '../testing/databases.ts'

interface DeskOptions {
  /** The port of the mail server, unless there is a mailer. */
  readonly port?: number
  readonly mailer?: Pick<Mailer, 'send'>
  readonly now?: () => number
  readonly connection?: Connection
  readonly times?: Partial<MessageTimes>
  readonly secret?: string
}

/** The outbox of one node on a database, with its log. */
async function openDesk(options: DeskOptions) {
  const { now = Date.now, times, secret = 'of all nodes', port = 0 } = options
  const mailer = options.mailer ?? (await openMailRoom(through(port))).mailer
  const connection = options.connection ?? (await freshDatabase())
  const db = openTestDb(connection)
  const lines: string[] = []
  const queue = openOutbox({
    db,
    keyFor: (purpose) => createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))),
    mailer,
    now,
    log: createLog('trace', { write: (line) => void lines.push(line) }),
    times: { beginMs: () => 0, lookEveryMs: 20, pausesMs: [1_000, 10_000], ...times },
  })
  onTestFinished(() => queue.close())
  const waiting = () =>
    db.query<{ tries: number; isInHand: boolean }>(
      'select tries, leased_until is not null as "isInHand" from letter',
    )
  const until = (rows: readonly unknown[]) =>
    eventually(async () => expect(await waiting()).toEqual(rows))
  return { ...queue, db, connection, waiting, until, log: () => lines.join('') }
}

/** A desk whose mail server answers when the gate is resolved. */
async function openGatedDesk() {
  const gate = Promise.withResolvers<void>()
  const office = await openPostOffice({
    onRcptTo: async (_address, _session, done) => {
      await gate.promise
      done()
    },
  })
  return { gate, office, desk: await openDesk({ port: office.port }) }
}

/** The store on a new database, and a time. */
async function openStore() {
  const db = await openFreshDb()
  const store = new OutboxStore(db, () => createSecretKey(Buffer.alloc(32)))
  return { db, store, from: Date.now() }
}

const through = (port: number) => ({ SMTP_URL: `smtp://127.0.0.1:${port}` })

/** Like a mail server that accepts the connection and never answers. */
const silent = { send: () => new Promise<void>(() => undefined) }

test('a message for a mail server that is down arrives when it is up, after pauses that grow', async () => {
  const clock = movable()
  const port = await freePort()
  const desk = await openDesk({ port, now: clock.now })
  await desk.send(message)
  await desk.until([{ tries: 1, isInHand: false }])
  clock.move(1_000)
  await desk.until([{ tries: 2, isInHand: false }])
  const office = await openPostOffice({}, port)
  clock.move(9_999)
  // Another message is sent at once: if the first one were due, it would be sent as well.
  await desk.send({ ...message, to: 'ada@example.org' })
  await desk.until([expect.anything()])
  expect(office.received.map(({ to }) => to)).toEqual([['ada@example.org']])
  clock.move(1)
  await desk.until([])
  expect(office.received.map(({ to }) => to)).toEqual([['ada@example.org'], ['grace@example.org']])
  expect(desk.log()).toContain('"code":"ESOCKET"')
  expect(desk.log()).not.toMatch(/s3cret|grace|ada|A new password/)
})

test.each([
  ['the recipient', 'RCPT TO'],
  ['the message', 'DATA'],
])(
  'a refusal of %s that may pass is tried again, one for good is not, and neither is quoted',
  async (_what, stage) => {
    const refusals = [451, 421, 0, 550]
    const refuse = (done: (error?: Error) => void) => {
      const responseCode = refusals.shift() ?? 0
      if (responseCode === 0) return done()
      done(Object.assign(new Error('Not for grace@example.org'), { responseCode }))
    }
    let seen = 0
    const office = await openPostOffice({
      onRcptTo: (_address, _session, done) => (stage === 'RCPT TO' ? refuse(done) : done()),
      onData: (stream, _session, done) => {
        stream.resume()
        stream.on('end', () => {
          seen += 1
          if (stage === 'DATA') refuse(done)
          else done()
        })
      },
    })
    const clock = movable()
    const desk = await openDesk({ port: office.port, now: clock.now })
    await desk.send(message)
    for (const tries of [1, 2]) {
      await desk.until([{ tries, isInHand: false }])
      clock.move(10_000)
    }
    await desk.until([])
    expect(refusals).toEqual([550])
    await desk.send(message)
    await desk.until([])
    expect(refusals).toEqual([])
    const handedOver = stage === 'DATA' ? 4 : 1
    expect(seen).toBe(handedOver)
    clock.move(days(1))
    expect(desk.log()).toContain('"answer":451')
    expect(desk.log()).toMatch(/"tries":1,"code":"E[A-Z]+","answer":550.*refused for good/)
    expect(desk.log()).not.toMatch(/s3cret|grace/)
  },
)

test('a wrong SMTP password is for the operator to mend, and loses no message', async () => {
  const office = await openPostOffice({ authOptional: false })
  const wrong = await openMailRoom({ SMTP_URL: `smtp://ada:wrong@127.0.0.1:${office.port}` })
  const clock = movable()
  const desk = await openDesk({ mailer: wrong.mailer, now: clock.now })
  await desk.send(message)
  await desk.until([{ tries: 1, isInHand: false }])
  await desk.close()
  clock.move(1_000)
  const right = await openMailRoom({
    SMTP_URL: `smtp://ada:p%40ss%20word@127.0.0.1:${office.port}`,
  })
  await openDesk({ mailer: right.mailer, now: clock.now, connection: desk.connection })
  await eventually(() => expect(office.received).toHaveLength(1))
})

test('a message is given up after a day, with a line in the log and without another try', async () => {
  const clock = movable()
  const port = await freePort()
  const desk = await openDesk({ port, now: clock.now, times: { pausesMs: [days(2)] } })
  await desk.send(message)
  await desk.until([{ tries: 1, isInHand: false }])
  const office = await openPostOffice({}, port)
  expect(desk.log()).not.toContain('given up')
  clock.move(days(1))
  await desk.until([])
  expect(desk.log()).toMatch(/"kind":"letter","tries":1,.*is given up/)
  expect(desk.log()).not.toMatch(/s3cret|grace/)
  expect(office.received).toEqual([])
})

test('a message of a newer version is left to it, and given up when no node has sent it', async () => {
  const clock = movable()
  const office = await openPostOffice()
  const newer = await openDesk({ port: office.port, now: clock.now, times: { beginMs: () => 1 } })
  await newer.kind('of tomorrow', async () => message)('something')
  await newer.close()
  const { connection } = newer
  const desk = await openDesk({ port: office.port, now: clock.now, connection })
  clock.move(1)
  await desk.send(message)
  await eventually(() => expect(office.received).toHaveLength(1))
  await desk.until([{ tries: 0, isInHand: false }])
  clock.move(days(1))
  await desk.send(message)
  await desk.until([])
  expect(desk.log()).toMatch(/"kind":"of tomorrow","tries":0,.*is given up/)
  expect(office.received).toHaveLength(2)
})

test('each message is sent by one of several nodes, and once', async () => {
  const office = await openPostOffice({
    onRcptTo: (_address, _session, done) => void setTimeout(done, 5),
  })
  const first = await openDesk(await openMailRoom(through(office.port)))
  const { connection } = first
  const second = await openDesk({ ...(await openMailRoom(through(office.port))), connection })
  const people = Array.from({ length: 30 }, (_, number) => `learner-${number}@example.org`)
  await Promise.all(
    people.map((to, index) => (index % 2 === 0 ? first : second).send({ ...message, to })),
  )
  await first.until([])
  const reached = office.received.flatMap(({ to }) => to)
  expect(reached).toHaveLength(people.length)
  expect(new Set(reached)).toEqual(new Set(people))
})

test('a message that a node had leased when it died is sent by another, when the lease has ended', async () => {
  const clock = movable()
  const dying = await openDesk({ mailer: silent, now: clock.now, times: { closeWithinMs: 1 } })
  await dying.send(message)
  await dying.until([{ tries: 1, isInHand: true }])
  const office = await openPostOffice()
  const { connection } = dying
  const other = await openDesk({ port: office.port, now: clock.now, connection })
  clock.move(59_999)
  await other.kind('of its own', async (to) => ({ ...message, to }))('ada@example.org')
  await other.until([expect.anything()])
  expect(office.received.map(({ to }) => to)).toEqual([['ada@example.org']])
  clock.move(1)
  await eventually(() => expect(office.received).toHaveLength(2))
  await other.until([])
})

test('a message that takes long to send stays leased to its node', async () => {
  const clock = movable()
  const desk = await openDesk({ mailer: silent, now: clock.now, times: { closeWithinMs: 1 } })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await desk.send(message)
  await desk.until([{ tries: 1, isInHand: true }])
  clock.move(50_000)
  await vi.advanceTimersByTimeAsync(20_000)
  await eventually(async () =>
    expect(await desk.db.query('select leased_until from letter')).toEqual([
      { leased_until: new Date(clock.now() + 60_000) },
    ]),
  )
})

test('a node whose lease has ended cannot extend the lease of the next one', async () => {
  const { store, from } = await openStore()
  const takeAt = (at: number) => store.lease({ kinds: ['letter'], at, leased: [] })
  await store.add({ kind: 'letter', about: 'something', at: from, waitingMax: 10, dueAt: from })
  const first = await takeAt(from)
  const second = await takeAt(from + leaseMs)
  expect([first?.tries, second?.tries]).toEqual([1, 2])
  if (first) await store.renew(first, from + leaseMs + 30_000)
  expect(await takeAt(from + 2 * leaseMs - 1)).toBeNull()
  expect((await takeAt(from + 2 * leaseMs))?.tries).toBe(3)
})

test('a message that is added again while the sent one is removed is due at once', async () => {
  const { db, store, from } = await openStore()
  const take = () => store.lease({ kinds: ['letter'], at: from, leased: [] })
  await store.add({ kind: 'letter', about: 'something', at: from, waitingMax: 10, dueAt: from })
  const sent = await take()
  if (sent === null) throw new Error('Nothing is due.')
  let removing = Promise.resolve()
  await db.transaction(async (tx) => {
    // The same update as in `add`, with the row locked until the end of the transaction.
    await tx.query('update letter set id = gen_random_uuid(), asked_at = asked_at')
    removing = store.remove(sent)
    await eventually(async () =>
      expect(
        await db.query(
          "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        ),
      ).toHaveLength(1),
    )
  })
  await removing
  expect((await take())?.tries).toBe(1)
})

test('the removal of a sent message leaves the lease of one that another node has added since', async () => {
  const { db, store, from } = await openStore()
  const again = { kind: 'letter', about: 'something', at: from, waitingMax: 10, dueAt: from }
  const take = () => store.lease({ kinds: ['letter'], at: from, leased: [] })
  let statements = 0
  const pausing: Tx = {
    query: async <Row>(...statement: Parameters<Tx['query']>) => {
      const rows = await db.query<Row>(...statement)
      statements += 1
      if (statements > 1) return rows
      await store.add(again)
      expect((await take())?.tries).toBe(1)
      return rows
    },
  }
  await store.add(again)
  const sent = await take()
  if (sent === null) throw new Error('Nothing is due.')
  await new OutboxStore(pausing, () => createSecretKey(Buffer.alloc(32))).remove(sent)
  expect(statements).toBeGreaterThan(0)
  expect(await take()).toBeNull()
})

test('a message that was never tried goes before one that failed, whose mail server may be slow', async () => {
  const { store, from } = await openStore()
  const add = (about: string, at: number) =>
    store.add({ kind: 'letter', about, at, dueAt: at, waitingMax: 10 })
  const take = async () => {
    const taken = await store.lease({ kinds: ['letter'], at: from + 10, leased: [] })
    if (taken === null) throw new Error('Nothing is due.')
    return taken
  }
  await add('slow', from)
  await store.release(await take(), from)
  await add('new', from + 5)
  expect([(await take()).about(), (await take()).about()]).toEqual(['new', 'slow'])
})

test('a message that is not sent when the server ends can be leased by the next start at once', async () => {
  const ending = await openDesk({ mailer: silent, times: { closeWithinMs: 20 } })
  await ending.send(message)
  await ending.until([{ tries: 1, isInHand: true }])
  await ending.close()
  expect(await ending.waiting()).toEqual([{ tries: 1, isInHand: false }])
  const office = await openPostOffice()
  await openDesk({ port: office.port, connection: ending.connection })
  await eventually(() => expect(office.received).toHaveLength(1))
  // A message that is added after the end is stored, and sent by another node.
  await ending.send({ ...message, to: 'ada@example.org' })
  await eventually(() => expect(office.received).toHaveLength(2))
})

test('the end of the server waits for a message that is being sent', async () => {
  const { gate, office, desk } = await openGatedDesk()
  await desk.send(message)
  await desk.until([{ tries: 1, isInHand: true }])
  const closing = desk.close()
  gate.resolve()
  await closing
  expect(office.received).toHaveLength(1)
  expect(await desk.waiting()).toEqual([])
})

test('a folder that cannot be written to gets the message when it can', async () => {
  const { mailer, dataDir } = await openMailRoom()
  const folder = join(dataDir, 'outbox')
  await writeFile(folder, 'a file stands in the way')
  const clock = movable()
  const desk = await openDesk({ mailer, now: clock.now })
  await desk.send(message)
  await desk.until([{ tries: 1, isInHand: false }])
  expect(desk.log()).toContain('"code":"EEXIST"')
  await rm(folder)
  clock.move(1_000)
  await desk.until([])
  expect(await readdir(folder)).toHaveLength(1)
})

test('nothing of a message can be read in the database', async () => {
  const { mailer } = await openMailRoom(through(await freePort()))
  const desk = await openDesk({ mailer, times: { pausesMs: [days(1)] } })
  await desk.send(message)
  await desk.kind('about somebody', async () => message)('grace@example.org')
  await eventually(async () =>
    expect((await desk.waiting()).map(({ tries }) => tries)).toEqual([1, 1]),
  )
  const rows = await desk.db.query<{ sealed: Buffer; key: Buffer }>('select * from letter')
  const [shown] = await desk.db.query<{ text: string }>(
    "select string_agg(letter::text || encode(sealed, 'escape') || encode(key, 'escape'), '') as text from letter",
  )
  const texts = rows.flatMap(({ sealed, key }) => [
    sealed.toString('latin1'),
    key.toString('latin1'),
  ])
  for (const text of [...texts, shown?.text ?? '']) {
    expect(text).not.toMatch(/s3cret|grace|example|reset/)
  }
})

test('a message that was kept under another secret is not sent, and not thrown away by the wrong one', async () => {
  const clock = movable()
  const office = await openPostOffice()
  const old = await openDesk({ port: office.port, now: clock.now, times: { beginMs: () => 1 } })
  await old.send(message)
  await old.close()
  clock.move(1)
  const { connection } = old
  const node = { port: office.port, now: clock.now, connection }
  const wrong = await openDesk({ ...node, secret: 'of somebody else' })
  await wrong.until([{ tries: 1, isInHand: false }])
  expect(wrong.log()).toContain('a message could not be written, and is tried again')
  await wrong.close()
  expect(office.received).toEqual([])
  clock.move(1_000)
  await openDesk(node)
  await eventually(() => expect(office.received).toHaveLength(1))
})

test('messages about the same become one, which is not put off by it', async () => {
  const clock = movable()
  const office = await openPostOffice()
  const desk = await openDesk({ port: office.port, now: clock.now, times: { beginMs: () => 500 } })
  const asked: string[] = []
  const addMessage = desk.kind('about somebody', async (to, isFirstTry) => {
    asked.push(`${to} ${isFirstTry}`)
    return { ...message, to }
  })
  for (let times = 0; times < 5; times += 1) {
    expect(await addMessage('ada@example.org')).toBe(true)
    clock.move(100)
  }
  await desk.until([])
  expect(asked).toEqual(['ada@example.org true'])
  expect(office.received).toHaveLength(1)
})

test('a message that is asked for while it is being sent is sent again, as a new one', async () => {
  const { gate, office, desk } = await openGatedDesk()
  const firstTries: boolean[] = []
  const addMessage = desk.kind('about somebody', async (to, isFirstTry) => {
    firstTries.push(isFirstTry)
    return { ...message, to }
  })
  await addMessage('ada@example.org')
  await desk.until([{ tries: 1, isInHand: true }])
  await addMessage('ada@example.org')
  gate.resolve()
  await eventually(() => expect(office.received).toHaveLength(2))
  await desk.until([])
  expect(firstTries).toEqual([true, true])
})

test('no message is sent where there is nobody to write to', async () => {
  const office = await openPostOffice()
  const desk = await openDesk({ port: office.port })
  await desk.kind('about nobody', async () => null)('nobody@example.org')
  await desk.until([])
  await desk.send(message)
  await eventually(() => expect(office.received).toHaveLength(1))
})

test('a forged address is refused before it is kept', async () => {
  const { mailer } = await openMailRoom()
  const desk = await openDesk({ mailer })
  const to = 'grace@example.org\r\nBcc: eve@example.org'
  await expect(desk.send({ ...message, to })).rejects.toThrow('A message goes to one address.')
  expect(await desk.waiting()).toEqual([])
})

test('a message is begun after a pause between 50 and 500 milliseconds, not always the same', async () => {
  const { mailer } = await openMailRoom()
  const frozen = movable()
  const { db, ...desk } = await openDesk({ mailer, now: frozen.now })
  await desk.close()
  const usual = openOutbox({
    db,
    keyFor: () => createSecretKey(Buffer.alloc(32)),
    mailer,
    now: frozen.now,
    log: createLog('silent'),
  })
  onTestFinished(() => usual.close())
  for (let number = 0; number < 40; number += 1) {
    await usual.send({ ...message, to: `learner-${number}@example.org` })
  }
  const [pauses] = await db.query<{ least: number; most: number; kinds: number }>(
    `select min(ms)::int as least, max(ms)::int as most, count(distinct ms)::int as kinds
     from (select extract(milliseconds from due_at - asked_at) as ms from letter) as pause`,
  )
  expect(pauses?.least).toBeGreaterThanOrEqual(50)
  expect(pauses?.most).toBeLessThanOrEqual(500)
  expect(pauses?.kinds).toBeGreaterThan(20)
})

test('the queue is late when a message has waited for ten minutes, however often it is asked for', async () => {
  const clock = movable()
  const port = await freePort()
  const desk = await openDesk({ port, now: clock.now, times: { pausesMs: [minutes(1)] } })
  const addMessage = desk.kind('about somebody', async (to) => ({ ...message, to }))
  await addMessage('ada@example.org')
  await desk.until([{ tries: 1, isInHand: false }])
  expect(desk.isLate()).toBe(false)
  clock.move(minutes(10))
  await addMessage('ada@example.org')
  await eventually(async () => {
    const [only] = await desk.waiting()
    expect(only?.isInHand).toBe(false)
    // The message is due by the clock and by the second request: either one try for both, or two.
    expect(only?.tries).toBeGreaterThan(1)
  })
  expect(desk.isLate()).toBe(false)
  clock.move(1)
  await eventually(() => expect(desk.isLate()).toBe(true))
  await openPostOffice({}, port)
  clock.move(minutes(1))
  await eventually(() => expect(desk.isLate()).toBe(false))
})
