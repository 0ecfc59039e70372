// The routes of the journal: its entries, its CSV file, a change of a note, and what became of the forecasts.
import { api } from '@tengrand/contract/api.ts'
import { dayMs } from '@tengrand/core/day.ts'
import { noteEditMs } from '@tengrand/core/journal.ts'
import type { FastifyInstance } from 'fastify'

import { signedInDownload } from '../http/redirects-and-downloads.ts'
import { invalid, refused } from '../http/refusals.ts'
import { signedInRoute } from '../http/route.ts'
import { parseInstant } from '../instant.ts'
import { findFor } from '../portfolio/find.ts'
import { parseUuid } from '../uuid.ts'
import { addLeagueJournals } from './league-journals.ts'
import { createReadCalibration, scoredOf } from './calibration.ts'
import { entriesOnWire, journalCsv } from './on-wire.ts'
import { readPage, type JournalDeps } from './page.ts'
import {
  findEntry,
  invalidNote,
  isStorable,
  readEntryPages,
  readForecasts,
  updateNote,
} from './store.ts'

export function addJournalRoutes(app: FastifyInstance, deps: JournalDeps): void {
  const { db, identify } = deps
  const readCalibration = createReadCalibration(deps)
  signedInRoute(app, identify, api.journal, async ({ caller, query }) => {
    const head = await findFor(deps, caller, query.portfolio)
    return 'refusal' in head ? head : readPage(deps, head, query)
  })

  signedInDownload(app, identify, api.journalCsv, async ({ caller, query }) => {
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    const text = journalCsv(deps, head, readEntryPages(db, head.id))
    return { text, filename: 'tengrand-journal.csv' }
  })

  signedInRoute(app, identify, api.dueForecasts, async ({ caller, query }) => {
    const after = parseInstant(query.after)
    if (Number.isNaN(after))
      return invalid('after must be a time in UTC such as 2026-11-18T14:30:00Z.')
    const head = await findFor(deps, caller, query.portfolio)
    if ('refusal' in head) return head
    const recent = await readForecasts(db, [head.id], { since: after - termMsMax })
    const scored = await scoredOf(deps, head, recent)
    const due = scored.filter(({ dueAt }) => dueAt > after)
    const count = (outcome: string) => due.filter((one) => one.outcome === outcome).length
    return { forecasts: due.length, right: count('right'), even: count('even') }
  })

  signedInRoute(app, identify, api.calibration, async ({ caller, query }) => {
    const head = await findFor(deps, caller, query.portfolio)
    return 'refusal' in head ? head : readCalibration(head)
  })

  addNoteRoute(app, deps)
  addLeagueJournals(app, deps)
}

function addNoteRoute(app: FastifyInstance, deps: JournalDeps): void {
  const { db, identify, now } = deps
  signedInRoute(app, identify, api.changeNote, async ({ caller, params, body }) => {
    const { accountId } = caller
    const publicId = parseUuid(params.id)
    if (publicId === null) return refused('unknown_entry')
    if (!isStorable(body.note)) return invalidNote
    const change = { accountId, publicId, note: body.note }
    const isChanged = await updateNote(db, change, now() - noteEditMs)
    const found = await findEntry(db, accountId, publicId)
    if (found === undefined) return refused('unknown_entry')
    if (!isChanged) return refused('note_closed')
    const head = await findFor(deps, caller, found.portfolio)
    if ('refusal' in head) return head
    const [entry] = await entriesOnWire(deps, head, [found])
    return entry ?? refused('unknown_entry')
  })
}

/** More than from any fill to its due date: 30 days, and the days without a session around them. */
const termMsMax = 45 * dayMs
