// `npm run backup -- FILE`: writes everything in the database into a file, also while the product runs.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { formatQuantity } from '@tengrand/core/money.ts'

import { backUp } from './backup/write.ts'
import { complain, onlyFile, print, runCommand, writeProgress } from './command.ts'
import { readDatabaseConfig } from './config.ts'
import { joinDatabase } from './db/open.ts'
import { readerOf } from './env.ts'
import { StartProblem } from './errors.ts'

const name = onlyFile(process.argv.slice(2), 'backup')
// npm goes to the folder of the project; the name was typed in another one.
const file = resolve(process.env['INIT_CWD'] ?? '', name)

await runCommand(async ({ closing, signal }) => {
  const config = readDatabaseConfig(readerOf(process.env))
  if (config.databaseUrl === null && !existsSync(config.dataDir)) {
    throw new StartProblem(`There is no data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const db = await joinDatabase({ config, say: complain, closing })
  const made = await backUp({ db, file, signal, showProgress: writeProgress })
  const what = `${formatQuantity(made.rows)} rows of ${made.tables} tables as of ${made.at}`
  print(
    `${file} has ${what}, in ${formatQuantity(made.bytes)} bytes. Its schema is ${made.version}.`,
  )
  print(
    `Not in it: the secret of this installation. Keep ${join(config.dataDir, 'identity-secret')} (or IDENTITY_SECRET) as well, or everybody has to sign in again and messages that wait are lost.`,
  )
  return 0
})
