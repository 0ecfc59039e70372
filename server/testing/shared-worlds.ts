// Worlds that the tests of a file share: each test gets one without accounts, which is faster than creating one. Only
// for tests that change neither the application nor the schema.
import { afterAll, vi } from 'vitest'

import { createWorld, type AtEnd, type World, type WorldOptions } from './world.ts'

export type SharedWorld = (options?: Pick<WorldOptions, 'env' | 'now'>) => Promise<World>

interface Opened {
  readonly world: World
  /** The time of the current test's clock. */
  now: () => number
}

/**
 * Call it where tests are defined, and the returned function inside a test. There is one world per environment. The
 * application remembers refused callers for a while, so each test runs a day later than the previous one, unless the
 * clock must match an issuer's.
 */
export function sharedWorlds({ isClockReal = false } = {}): SharedWorld {
  const atEnd = untilAllAreOver()
  const opened = new Map<string, Promise<Opened>>()
  let daysOn = 0
  return async ({ env = {}, now = Date.now } = {}) => {
    const offset = isClockReal ? 0 : (daysOn += 1) * 86_400_000
    const clock = () => now() + offset
    const key = JSON.stringify([env, now === Date.now])
    const opening = opened.get(key) ?? open(env, clock, atEnd)
    opened.set(key, opening)
    const shared = await opening
    shared.now = clock
    await forgetPeople(shared.world)
    return shared.world
  }
}

/** Collects resources that the tests of a file or block share, and closes them after the last test. */
export function untilAllAreOver(): AtEnd {
  const ends = new AsyncDisposableStack()
  afterAll(() => ends.disposeAsync())
  return (end) => ends.defer(end)
}

/** A shared resource that the first test that needs it starts. Call this where tests are defined. */
export function sharedByTests<T>(start: (atEnd: AtEnd) => Promise<T>): () => Promise<T> {
  const atEnd = untilAllAreOver()
  let started: Promise<T> | undefined
  return () => (started ??= start(atEnd))
}

async function open(env: Record<string, string>, now: () => number, atEnd: AtEnd): Promise<Opened> {
  const current = { now }
  const world = await createWorld({ env, now: () => current.now(), atEnd })
  return Object.assign(current, { world })
}

/** The tables with personal data, referring tables first; prices and the rows of migrations stay. */
const tables = [
  'identity.session',
  'identity.reset_link',
  'identity.email_link',
  'identity.throttle',
  'identity.used_state',
  'identity.person',
  'ranking_place',
  'ranking',
  'trade',
  'portfolio',
  'waitlist',
  'account',
  'departure',
]

const emptyAll = `do $$ begin
  ${tables.map((table) => `delete from ${table};`).join('\n  ')}
end $$`

/** Deletes all accounts, sent messages and log lines. */
export async function forgetPeople({ db, messages, logLines }: World): Promise<void> {
  // A message that is still being sent would arrive during the next test.
  await vi.waitFor(
    async () => {
      await db.query('delete from letter where leased_until is null')
      if ((await db.query('select from letter')).length > 0) throw new Error('A message is sent.')
    },
    { timeout: 30_000, interval: 5 },
  )
  await db.query(emptyAll)
  for (const list of [messages, logLines] as unknown[][]) list.length = 0
}
