// `npm run restore -- FILE`: puts a backup into an empty database, and audits it.
import { resolve } from 'node:path'

import { formatQuantity } from '@tengrand/core/money.ts'

import { report } from './audit.ts'
import { restore } from './backup/restore.ts'
import { complain, onlyFile, print, runCommand, writeProgress } from './command.ts'
import { readDatabaseConfig } from './config.ts'
import { openAlone } from './db/open.ts'
import { readerOf } from './env.ts'

const name = onlyFile(process.argv.slice(2), 'restore')
// npm goes to the folder of the project; the name was typed in another one.
const file = resolve(process.env['INIT_CWD'] ?? '', name)

await runCommand(async ({ closing, signal }) => {
  const config = readDatabaseConfig(readerOf(process.env))
  const open = () => openAlone({ config, say: complain, closing })
  const { db, at, rows, tables, migrated } = await restore({
    open,
    file,
    signal,
    showProgress: writeProgress,
  })
  print(`Restored ${formatQuantity(rows)} rows of ${tables} tables as of ${at}.`)
  if (migrated.length > 0) print(`Migrated them by ${migrated.join(', ')}.`)
  print('Auditing every portfolio against its trades.')
  return report({ db, fix: false, signal, say: print, showProgress: writeProgress })
})
