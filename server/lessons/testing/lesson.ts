// A lesson in the database, as its creation will write it, and nodes that show it at a clock which the test sets.
import { randomUUID } from 'node:crypto'

import type { LessonTerms } from '@tengrand/core/lesson.ts'
import { onTestFinished } from 'vitest'

import type { Connection, Db } from '../../db/handle.ts'
import { openDb } from '../../db/handle.ts'
import { freshDatabase } from '../../testing/databases.ts'
import { clockOf } from '../../testing/clock.ts'
import { changeClock, type ClockChange } from '../clock.ts'
import { createLessonMarket } from '../create.ts'
import { openLiveLessons } from '../live.ts'

const morning = Date.parse('2026-11-19T14:30:00.417Z')

async function plantLesson(
  db: Db,
  terms: Pick<LessonTerms, 'span' | 'minutes'>,
  now: number,
): Promise<number> {
  return db.transaction(async (tx) => {
    const { id: marketId } = await createLessonMarket(tx, terms, now)
    const [row] = await tx.query<{ id: number }>(
      `insert into contest (kind, name, starting_cents, market_id, creation_key, created_at, code, is_door_open, holdings,
         guests, generated_names)
       values ('lesson', 'Class 9b', 1000000, $1, $2, $3, $4, true, 'after', false, false) returning id`,
      [marketId, randomUUID(), new Date(now), randomUUID().slice(0, 8)],
    )
    return row?.id ?? 0
  })
}

/** A node with a connection and a clock of its own. */
export function openNode(connection: Connection, now: () => number, readEveryMs?: number) {
  const db = openDb(connection)
  const clock = clockOf(now)
  const log = { warn: () => undefined }
  const lessons = openLiveLessons({ db, clock, log, ...(readEveryMs && { readEveryMs }) })
  onTestFinished(async () => {
    await lessons.close()
    await db.close()
  })
  return {
    db,
    lessons,
    change: (id: number, change: ClockChange) => changeClock({ db, clock }, id, change),
  }
}

export async function createLesson({
  terms = { span: 'year', minutes: 20 },
  time = { at: morning },
}: {
  readonly terms?: Pick<LessonTerms, 'span' | 'minutes'>
  readonly time?: { at: number }
} = {}) {
  const connection = await freshDatabase()
  const now = () => time.at
  const node = openNode(connection, now)
  const id = await plantLesson(node.db, terms, time.at)
  return { connection, time, now, node, id, terms }
}
