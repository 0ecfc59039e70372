// What lessons cost: thirty at once on one node with forty members each, as a ratio to one lesson in the same run.
import { randomUUID } from 'node:crypto'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import type { LessonTask, Played } from './lesson-members.ts'
import { manySignUps, signUpLearners, withoutBudgets } from './learners.ts'
import { numberIn, openDatabaseOf, startProduct, type Running, type Say } from './product.ts'
import { median, quantile } from './times.ts'
import { familyCpuSeconds, parentOf, usageOf } from './usage.ts'

const lessonsMax = 30
const membersPerLesson = 40
/** An account may read three streams of lessons. */
const lessonsPerAccount = 3
const rounds = 3

export default async function measure(say: Say, args: readonly string[]): Promise<void> {
  if (!existsSync('/proc/self/stat')) return say('skipped: processor time is read from /proc')
  const seconds = numberIn(args, 30)
  await using closing = new AsyncDisposableStack()
  const limits = { LEAGUES_OWNED_MAX: '100', LEAGUES_JOINED_MAX: '100', LESSON_MINUTES: '90' }
  const env = { LOG_LEVEL: 'warn', ...limits, ...manySignUps, ...withoutBudgets }
  const product = await startProduct(closing, { env })
  const { db } = await openDatabaseOf(product, closing)
  const [row] = await db.query<{ backend: number }>('select pg_backend_pid() as backend')
  const postmaster = parentOf(row?.backend ?? 0)
  const school = await openSchool(product)
  const players = fork(new URL(import.meta.resolve('./lesson-members.ts')), [product.address])
  closing.defer(() => players.disconnect())
  const cpu = () => ({
    server: usageOf(product.pid).cpuSeconds,
    database: familyCpuSeconds(postmaster),
  })
  const results = { one: [] as Round[], thirty: [] as Round[] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, lessons] of [
      ['one', school.lessons.slice(0, 1)],
      ['thirty', school.lessons],
    ] as const) {
      await school.goOn(lessons)
      const measured = await playRound({ players, school, lessons, seconds, cpu })
      await school.pause(lessons)
      // The first round warms up the compiler and the caches.
      if (round > 0) results[name].push(measured)
    }
  }
  report(say, results, seconds)
}

interface Round extends Played {
  readonly serverCores: number
  readonly databaseCores: number
}

type Cpu = () => { readonly server: number; readonly database: number }

async function playRound({
  players,
  school,
  lessons,
  seconds,
  cpu,
}: {
  readonly players: ChildProcess
  readonly school: School
  readonly lessons: readonly Lesson[]
  readonly seconds: number
  readonly cpu: Cpu
}): Promise<Round> {
  const members = await school.membersOf(lessons)
  const [before, from] = [cpu(), performance.now()]
  players.send({ members, seconds } satisfies LessonTask)
  const [played] = (await once(players, 'message')) as [Played]
  const [after, took] = [cpu(), (performance.now() - from) / 1_000]
  return {
    ...played,
    serverCores: (after.server - before.server) / took,
    databaseCores: (after.database - before.database) / took,
  }
}

interface Lesson {
  readonly id: string
  readonly members: readonly { readonly token: string; readonly portfolio: string }[]
}

type School = Awaited<ReturnType<typeof openSchool>>

type Call = (path: string, token: string, body?: object) => Promise<Answer>

/** Thirty lessons that have begun and are paused. */
async function openSchool({ address }: Running) {
  const call: Call = async (path, token, body) => {
    const response = await fetch(`${address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
    return (await response.json()) as Answer
  }
  const [teacher = ''] = await signUpLearners(address, 1)
  const lessons = await startLessons(address, teacher, call)
  const press = async (change: string, of: readonly Lesson[]): Promise<void> => {
    for (const { id } of of) await call(`/api/leagues/${id}/${change}`, teacher, {})
    // It takes effect with the next tick.
    await sleep(2_500)
  }
  await press('pause', lessons)
  return {
    lessons,
    goOn: (of: readonly Lesson[]) => press('resume', of),
    pause: (of: readonly Lesson[]) => press('pause', of),
    membersOf: async (of: readonly Lesson[]) => {
      const members: LessonTask['members'][number][] = []
      for (const { id: league, members: people } of of) {
        const { market } = await call(`/api/leagues/${league}`, teacher)
        const startsAt = Date.parse(market.starts_at)
        for (const { token, portfolio } of people)
          members.push({ token, portfolio, league, startsAt })
      }
      return members
    },
  }
}

async function startLessons(address: string, teacher: string, call: Call): Promise<Lesson[]> {
  const groups = Math.ceil(lessonsMax / lessonsPerAccount)
  const tokens = await signUpLearners(address, groups * membersPerLesson, 1)
  const lessons: Lesson[] = []
  for (let number = 0; number < lessonsMax; number += 1) {
    const wish = { kind: 'lesson', name: `Lesson ${number + 1}`, span: 'year', minutes: 90 }
    const { id, code } = await call('/api/leagues', teacher, wish)
    const group = Math.floor(number / lessonsPerAccount) * membersPerLesson
    const members = await Promise.all(
      tokens.slice(group, group + membersPerLesson).map(async (token) => ({
        token,
        portfolio: (await call(`/api/join/${code}`, token, {})).portfolio,
      })),
    )
    lessons.push({ id, members })
    await call(`/api/leagues/${id}/start`, teacher, {})
  }
  // The countdown of the last one.
  await sleep(12_000)
  return lessons
}

interface Answer {
  readonly id: string
  readonly code: string
  readonly portfolio: string
  readonly market: { readonly starts_at: string }
}

function report(
  say: Say,
  { one, thirty }: { readonly one: readonly Round[]; readonly thirty: readonly Round[] },
  seconds: number,
): void {
  const cores = (of: readonly Round[], part: 'serverCores' | 'databaseCores') =>
    median(of.map((round) => round[part]))
  const delays = thirty.flatMap(({ delaysMs }) => delaysMs)
  const waits = thirty.flatMap((round) => round.waits)
  const within = waits.filter((ticks) => ticks <= 2).length / waits.length
  const ratio =
    cores(thirty, 'serverCores') / lessonsMax / Math.max(0.001, cores(one, 'serverCores'))
  const refused = JSON.stringify(thirty.map((round) => round.refused))
  const people = lessonsMax * membersPerLesson
  say(`${lessonsMax} lessons of ${membersPerLesson} on one node, ${rounds} rounds of ${seconds} s`)
  say(
    `  tick to the last of ${membersPerLesson} readers   p50 ${quantile(delays, 0.5).toFixed(0)} ms, p99 ${quantile(delays, 0.99).toFixed(0)} ms, goal below 500`,
  )
  say(
    `  orders answered within 2 ticks   ${(within * 100).toFixed(2)} % of ${waits.length}, goal at least 99.9`,
  )
  say(
    `  server ${cores(thirty, 'serverCores').toFixed(2)} cores, goal below 0.5; database ${cores(thirty, 'databaseCores').toFixed(2)} cores; ${people} members`,
  )
  say(
    `  with one lesson ${cores(one, 'serverCores').toFixed(3)} cores; per member, thirty to one ${ratio.toFixed(2)}, goal at most 1.0`,
  )
  say(
    `  refused orders ${refused}; ticks that a reader missed ${thirty.reduce((sum, { lostEvents }) => sum + lostEvents, 0)}`,
  )
}
