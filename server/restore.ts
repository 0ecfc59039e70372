// `npm run restore -- FILE`: loads a backup into an empty database, then audits it.
import { formatQuantity } from '@tengrand/core/money.ts'

import { report } from './audit.ts'
import { restore } from './backup/restore.ts'
import { print, printError, readFileArgument, runCommand, writeProgress } from './command.ts'
import { readDatabaseConfig } from './config.ts'
import { openAlone } from './db/open.ts'
import { readerOf } from './env.ts'

const file = readFileArgument('restore')

await runCommand(async ({ closing, signal }) => {
  const config = readDatabaseConfig(readerOf(process.env))
  const open = () => openAlone({ config, say: printError, closing })
  const deps = { open, file, signal, showProgress: writeProgress }
  const { db, at, rows, tables, migrated } = await restore(deps)
  print(`Restored ${formatQuantity(rows)} rows of ${tables} tables as of ${at}.`)
  if (migrated.length > 0) print(`Migrated them by ${migrated.join(', ')}.`)
  print('Auditing every portfolio against its trades.')
  return report({ db, fix: false, signal, say: print, showProgress: writeProgress })
})
