// `npm run audit`: recomputes every account from its trades and says where what is kept beside them differs.
import { existsSync } from 'node:fs'
import { inspect } from 'node:util'

import { formatQuantity } from '@tengrand/core/money.ts'

import { readDatabaseConfig } from './config.ts'
import { joinDatabase } from './database.ts'
import { readerOf } from './env.ts'
import { StartProblem } from './start-problem.ts'
import { auditAccounts, rebuildAccount, type Audited, type Difference } from './trading/audit.ts'

const closing = new AsyncDisposableStack()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void closing.disposeAsync().finally(() => process.exit(1)))
}

const [wish, ...rest] = process.argv.slice(2)
if ((wish !== undefined && wish !== '--fix') || rest.length > 0) {
  complain('This takes --fix or nothing: npm run audit, or npm run audit -- --fix.')
  process.exit(2)
}

try {
  process.exitCode = await audit(wish === '--fix')
} catch (error) {
  complain(error instanceof StartProblem ? error.message : inspect(error))
  process.exitCode = 1
} finally {
  await closing.disposeAsync()
}

async function audit(fix: boolean): Promise<number> {
  const config = readDatabaseConfig(readerOf(process.env))
  if (config.databaseUrl === null && !existsSync(config.dataDir)) {
    throw new StartProblem(`There is no data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const db = await joinDatabase({ config, say: complain, closing })
  const left = { count: 0 }
  const audited = await auditAccounts({
    db,
    onProgress: (accounts) => showProgress(`${formatQuantity(accounts)} accounts`),
    onDifference: async (difference) => {
      showProgress('')
      const isMended =
        fix && difference.canBeMended && (await rebuildAccount(db, difference.accountId))
      if (!isMended) left.count += 1
      say(wordsOf(difference, isMended))
    },
  })
  showProgress('')
  say(summaryOf(audited, left.count))
  return left.count === 0 ? 0 : 1
}

function wordsOf({ accountId, publicId, sentences }: Difference, isMended: boolean): string {
  const end = isMended ? ' Rebuilt.' : ''
  return `Account ${accountId} (${publicId}): ${sentences.join('; ')}.${end}`
}

function summaryOf({ accounts, trades, differences }: Audited, left: number): string {
  const looked = `${counted(accounts, 'account')} with ${counted(trades, 'trade')}`
  if (differences === 0) return `${looked}: all is well.`
  const found = `${looked}: ${counted(differences, 'account')} with differences`
  if (left === 0) return `${found}, all rebuilt from the trades.`
  return left === differences
    ? `${found}.`
    : `${found}, ${counted(differences - left, 'account')} rebuilt, ${counted(left, 'account')} left.`
}

function counted(count: number, word: string): string {
  return `${formatQuantity(count)} ${word}${count === 1 ? '' : 's'}`
}

/** On a terminal only, in one line that is written over. */
function showProgress(words: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${words}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function complain(line: string): void {
  process.stderr.write(`${line}\n`)
}
