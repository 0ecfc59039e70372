// `npm run audit`: recomputes every portfolio from its trades and says where what is kept beside them differs, and which
// splits were left out.
import { existsSync } from 'node:fs'

import { formatQuantity } from '@tengrand/core/money.ts'

import { complain, print, runCommand, writeProgress, type CommandDeps } from './command.ts'
import { readDatabaseConfig } from './config.ts'
import type { Db } from './db/handle.ts'
import { joinDatabase } from './db/open.ts'
import { readerOf } from './env.ts'
import type { Split } from './market/providers/provider.ts'
import { readLateSplits } from './market/store.ts'
import { StartProblem } from './errors.ts'
import { auditPortfolios, rebuildPortfolio, type Audited, type Difference } from './ledger/audit.ts'

if (import.meta.main) await run(process.argv.slice(2))

async function run([wish, ...rest]: readonly string[]): Promise<void> {
  if ((wish !== undefined && wish !== '--fix') || rest.length > 0) {
    complain('This takes --fix or nothing: npm run audit, or npm run audit -- --fix.')
    process.exit(2)
  }
  await runCommand((deps) => audit(deps, wish === '--fix'))
}

async function audit({ closing, signal }: CommandDeps, fix: boolean): Promise<number> {
  const config = readDatabaseConfig(readerOf(process.env))
  if (config.databaseUrl === null && !existsSync(config.dataDir)) {
    throw new StartProblem(`There is no data in ${config.dataDir}. Set DATA_DIR or DATABASE_URL.`)
  }
  const db = await joinDatabase({ config, say: complain, closing })
  return report({ db, fix, signal, say: print, showProgress: writeProgress })
}

export interface ReportDeps {
  /** Without limits of time. */
  readonly db: Db
  readonly fix: boolean
  readonly signal?: AbortSignal
  readonly say: (line: string) => void
  readonly showProgress: (words: string) => void
}

/** Returns the exit code. */
export async function report(deps: ReportDeps): Promise<number> {
  const { db, fix, signal, say, showProgress } = deps
  const left = { count: 0 }
  const audited = await auditPortfolios({
    db,
    signal,
    onProgress: ({ portfolios, trades }) =>
      showProgress(`${counted(portfolios, 'portfolio')}, ${counted(trades, 'trade')}`),
    onDifference: async (difference) => {
      showProgress('')
      const isMended =
        fix &&
        difference.canBeMended &&
        (await rebuildPortfolio(db, difference.portfolioId, signal))
      if (!isMended) left.count += 1
      say(wordsOf(difference, isMended))
    },
  })
  showProgress('')
  const late = await readLateSplits(db)
  for (const split of late) say(wordsOfLate(split))
  say(summaryOf(audited, { differing: left.count, late: late.length }))
  return left.count + late.length === 0 ? 0 : 1
}

function wordsOf(
  { portfolioId, publicId, chapter, sentences }: Difference,
  isMended: boolean,
): string {
  const end = isMended ? ' Rebuilt.' : ''
  return `Portfolio ${portfolioId} (account ${publicId}, chapter ${chapter}): ${sentences.join('; ')}.${end}`
}

function wordsOfLate({ ticker, day, numerator, denominator }: Split): string {
  const split = `The split of ${ticker} on ${day}, ${numerator} for ${denominator},`
  return `${split} became known after another one and is in no portfolio and no price.`
}

interface Left {
  readonly differing: number
  readonly late: number
}

function summaryOf(audited: Audited, { differing, late }: Left): string {
  const { portfolios, trades, differences } = audited
  const looked = `${counted(portfolios, 'portfolio')} with ${counted(trades, 'trade')}`
  if (differences + late === 0) return `${looked}: all is well.`
  const leftOut = late === 0 ? '' : `; ${counted(late, 'split')} left out`
  return `${looked}: ${differencesIn(differences, differing)}${leftOut}.`
}

function differencesIn(found: number, left: number): string {
  if (found === 0) return 'no differences'
  const differing = `${counted(found, 'portfolio')} with differences`
  if (left === 0) return `${differing}, all rebuilt from the trades`
  return left === found
    ? differing
    : `${differing}, ${counted(found - left, 'portfolio')} rebuilt, ${counted(left, 'portfolio')} left`
}

function counted(count: number, word: string): string {
  return `${formatQuantity(count)} ${word}${count === 1 ? '' : 's'}`
}
