// A change of the email verification updates every open portfolio of the account, and locks them in the order of their ids, as
// batches of orders do.
import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { openDb } from '../db/handle.ts'
import { untilLocked } from '../identity/testing/browser.ts'
import { signUp } from '../testing/learner.ts'
import { plantStake } from '../testing/planted-portfolio.ts'
import { createScriptedMarket } from '../testing/scripted-market.ts'
import { createWorld } from '../testing/world.ts'
import { createPersonHashes } from './deleted-accounts.ts'
import { accountIdOf } from './store.ts'

test('a claim that waits for a portfolio holds none with a higher id', async ({
  onTestFinished,
}) => {
  const market = createScriptedMarket({ now: Date.now })
  const { app, db, connection, accounts } = await createWorld({ market })
  const learner = await signUp(app)
  await learner.post('/api/buy', { ticker: 'AAPL', quantity: 1, price: 100 })
  const [account] = await db.query<{ id: number; issuer: string; subject: string }>(
    'select id, issuer, subject from account',
  )
  if (account === undefined) throw new Error('The learner has no account.')
  const stake = await plantStake(db, account.id, { at: new Date() })
  // The main portfolio now has a higher id than the other one, although its contest has a lower id.
  await learner.post('/api/portfolio/start-over', {}, { 'idempotency-key': randomUUID() })
  const others = openDb(connection)
  onTestFinished(() => others.close())

  const at = Date.now()
  const emailClaim = { isVerified: true, at: at + 1 }
  const person = { ...account, email: null, signedInAt: at, emailClaim }
  const hashes = createPersonHashes(accounts.keyFor)
  const claim = await others.transaction(async (tx) => {
    await tx.query('select from portfolio where id = $1 for update', [stake.portfolioId])
    const pending = db.transaction((claiming) =>
      accountIdOf(claiming, { person, hashes, at, pick: () => 0 }),
    )
    await untilLocked(tx, '')
    const free = await tx.query(
      'select from portfolio where account_id = $1 and closed_at is null for update skip locked',
      [account.id],
    )
    expect(free).toHaveLength(2)
    return { pending }
  })
  await claim.pending
  const verified = await db.query(
    'select from portfolio where email_verified and closed_at is null',
  )
  expect(verified).toHaveLength(2)
})
