// `npm run audit`: recomputes every portfolio from its trades, prints each stored value that differs, and lists the splits
// that were left out.
import { formatCount } from '@tengrand/core/money.ts'

import { joinConfiguredDatabase, print, printError, runCommand, writeProgress } from './command.ts'
import type { Db } from './db/handle.ts'
import type { Split } from './market/providers/provider.ts'
import { readLateSplits } from './market/store.ts'
import { auditPortfolios, rebuildPortfolio, type Audited, type Difference } from './ledger/audit.ts'

if (import.meta.main) {
  const [option, ...rest] = process.argv.slice(2)
  if ((option !== undefined && option !== '--fix') || rest.length > 0) {
    printError('This takes --fix or nothing: npm run audit, or npm run audit -- --fix.')
    process.exit(2)
  }
  await runCommand(async ({ closing, signal }) => {
    const { db } = await joinConfiguredDatabase(closing)
    const fix = option === '--fix'
    return report({ db, fix, signal, say: print, showProgress: writeProgress })
  })
}

export interface ReportDeps {
  /** A connection without statement timeouts. */
  readonly db: Db
  readonly fix: boolean
  readonly signal?: AbortSignal
  readonly say: (line: string) => void
  readonly showProgress: (words: string) => void
}

/** Returns the exit code. */
export async function report(deps: ReportDeps): Promise<number> {
  const { db, fix, signal, say, showProgress } = deps
  let unmended = 0
  const audited = await auditPortfolios({
    db,
    signal,
    onProgress: ({ portfolios, trades }) =>
      showProgress(`${formatCount(portfolios, 'portfolio')}, ${formatCount(trades, 'trade')}`),
    onDifference: async (difference) => {
      showProgress('')
      const isMended =
        fix &&
        difference.canBeMended &&
        (await rebuildPortfolio(db, difference.portfolioId, signal))
      if (!isMended) unmended += 1
      say(wordsOf(difference, isMended))
    },
  })
  showProgress('')
  const late = await readLateSplits(db)
  for (const split of late) say(wordsOfLate(split))
  say(summaryOf(audited, unmended, late.length))
  return unmended + late.length === 0 ? 0 : 1
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

function summaryOf(
  { portfolios, trades, differences }: Audited,
  unmended: number,
  late: number,
): string {
  const looked = `${formatCount(portfolios, 'portfolio')} with ${formatCount(trades, 'trade')}`
  if (differences + late === 0) return `${looked}: all is well.`
  const leftOut = late === 0 ? '' : `; ${formatCount(late, 'split')} left out`
  return `${looked}: ${differencesIn(differences, unmended)}${leftOut}.`
}

function differencesIn(found: number, left: number): string {
  if (found === 0) return 'no differences'
  const differing = `${formatCount(found, 'portfolio')} with differences`
  if (left === 0) return `${differing}, all rebuilt from the trades`
  return left === found
    ? differing
    : `${differing}, ${formatCount(found - left, 'portfolio')} rebuilt, ${formatCount(left, 'portfolio')} left`
}
