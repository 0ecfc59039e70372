// `npm run backup -- FILE`: writes the whole database into a file, also while the server runs.
import { join } from 'node:path'

import { formatQuantity } from '@tengrand/core/money.ts'

import { backUp } from './backup/write.ts'
import {
  joinConfiguredDatabase,
  print,
  readFileArgument,
  runCommand,
  writeProgress,
} from './command.ts'

const file = readFileArgument('backup')

await runCommand(async ({ closing, signal }) => {
  const { config, db } = await joinConfiguredDatabase(closing)
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
