// The secret of the demo's market is public: no real installation stores it, and none in production runs on it.
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { beforeEach, expect, onTestFinished, test } from 'vitest'

import { openDb, type Connection, type Db } from '../db/handle.ts'
import { claimMarket } from '../market/installation.ts'
import { StartProblem } from '../errors.ts'
import { freshDatabase } from '../testing/databases.ts'
import { startScript } from '../testing/script.ts'
import { urlOf } from '../testing/server-process.ts'
import { demoMarketSecret, storeDemoSecret, refuseDemo } from './market.ts'

let connection: Connection
let db: Db

beforeEach(async () => {
  connection = await freshDatabase()
  db = openDb(connection)
  onTestFinished(() => db.close())
})

const claim = () => claimMarket(db, { source: 'simulated', hours: 'always', secret: null })

/** Runs a program of the product on the test's database until it exits. */
async function run(program: 'demo.ts' | 'main.ts', env: Record<string, string> = {}) {
  const child = startScript(program, { PORT: '0', DATABASE_URL: urlOf(connection), ...env })
  child.stdout.resume()
  onTestFinished(() => void child.kill('SIGKILL'))
  const [[code], complaint] = await Promise.all([once(child, 'exit'), text(child.stderr)])
  return { code, complaint: complaint.trimEnd() }
}

test('a new database keeps the secret of the demo, and the product finds it there', async () => {
  await storeDemoSecret(db)
  await storeDemoSecret(db)
  expect(await claim()).toEqual({
    secret: Buffer.from(demoMarketSecret),
    version: 'market-sim/v1',
  })
  await storeDemoSecret(db)
})

test('a database that the product has run on keeps its own, also when nobody has come yet', async () => {
  const secret = await claim()
  await expect(storeDemoSecret(db)).rejects.toThrow(StartProblem)
  expect(await run('demo.ts')).toEqual({
    code: 1,
    complaint:
      'This database is not of a demo: it has a market of its own. Set DATA_DIR to a folder for the demo alone.',
  })
  expect(await claim()).toEqual(secret)
})

test('in production nothing starts on the database of a demo', async () => {
  await refuseDemo(db)
  await storeDemoSecret(db)
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://tengrand.example',
    IDENTITY_SECRET: 'a secret of more than thirty-two bytes',
  }
  const refusal = {
    code: 1,
    complaint:
      'This database is one of a demo, where everybody can know the prices to come. In production set DATABASE_URL or DATA_DIR to another.',
  }
  expect(await run('main.ts', production)).toEqual(refusal)
  // A configured secret does not change this.
  const configured = { ...production, MARKET_SECRET: 'a configured secret of its own length' }
  expect(await run('main.ts', configured)).toEqual(refusal)
})
