// Worlds that the tests of a file share: each test finds one without people, which is faster than a new one. For tests that
// change neither the application nor the schema.
import { afterAll, vi } from 'vitest'

import { createWorld, type AtEnd, type World, type WorldOptions } from './world.ts'

export type SharedWorld = (options?: Pick<WorldOptions, 'env' | 'now'>) => Promise<World>

interface Opened {
  readonly world: World
  /** Says what the clock of the present test says. */
  now: () => number
}

/**
 * Called where tests are defined; what it returns, inside a test. One world for each environment. The application
 * remembers for a while who was refused, so to each test it is a day later than to the one before, unless the clock
 * has to be that of an issuer.
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

/** For what the tests of a file or of a block share. */
export function untilAllAreOver(): AtEnd {
  const ends = new AsyncDisposableStack()
  afterAll(() => ends.disposeAsync())
  return (end) => ends.defer(end)
}

/** What the first test that needs it starts. Called where tests are defined. */
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

/** Everything about people, what refers to others first; prices and what the migrations have written stay. */
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

/** Also what was sent and logged. */
export async function forgetPeople({ db, messages, logLines }: World): Promise<void> {
  // One that is being sent would arrive in the next test.
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
