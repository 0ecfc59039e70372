// The first sentence about a result: from the answers of the server to the words.
import { formatPercent, fromDollars, type Cents } from '@tengrand/core/money.ts'
import { returnSince } from '@tengrand/core/valuation.ts'
import { verdictOf, type Verdict } from '@tengrand/core/verdict.ts'

import type { Insights, Luck } from './insights.ts'
import { percentileOf } from './luck-words.ts'

/** `insights` covers the whole time; `luck` is undefined while it is not known; `wordOf` is what stands for a stock. */
export function verdictWords(
  insights: Insights,
  luck: Luck | undefined,
  start: Cents,
  wordOf: (symbol: string) => string,
): string {
  const { contributions, twins } = insights
  const amounts = new Map(contributions.contributions.map((one) => [one.ticker, one.amount]))
  const market = twins.twins.find(({ kind }) => kind === 'market')
  const verdict = verdictOf({
    startingCash: start,
    value: fromDollars(twins.value),
    market: market ? fromDollars(market.value) : null,
    stocks: twins.prices.map(({ ticker, opening_price: opening, price }) => {
      const amount = amounts.get(ticker)
      return {
        ticker: wordOf(ticker),
        amount: amount === undefined ? null : fromDollars(amount),
        prices:
          opening === null || price === null
            ? null
            : { opening: fromDollars(opening), now: fromDollars(price) },
      }
    }),
    luckPercentile: percentileOf(luck),
  })
  return verdict ? sentenceOf(verdict) : alone(returnSince(start, fromDollars(twins.value)).percent)
}

/** Where the opening prices are not known, nothing can be said about the market. */
function alone(percent: number): string {
  const words = formatPercent(percent, 1).slice(1)
  const result =
    percent === 0 ? 'exactly where you started' : `${percent < 0 ? 'down' : 'up'} ${words}`
  return `You're ${result}. We don't have prices from the day you started, so we can't compare you with the market.`
}

export function sentenceOf({ kind, points, reason, couldBeLuck }: Verdict): string {
  if (kind === 'even') return 'You and the market are tied.'
  const isAhead = kind === 'ahead'
  const result = `${isAhead ? 'You beat the market' : 'The market beat you'} by ${formatPercent(points, 1).slice(1, -1)} points`
  const luck = couldBeLuck ? ` It could be ${isAhead ? '' : 'bad '}luck.` : ''
  return `${result}${reason ? reasonWords(reason, isAhead) : '.'}${luck}`
}

/** A stock that the learner never held counts too: it is what the market had and the learner had not. */
function reasonWords(
  { ticker, isHeld, isMost }: NonNullable<Verdict['reason']>,
  isAhead: boolean,
): string {
  if (!isMost) {
    const deed = isHeld ? ticker : `${isAhead ? 'Staying out of' : 'Not owning'} ${ticker}`
    return `. ${deed} ${isAhead ? 'helped' : 'hurt'} most.`
  }
  if (isAhead)
    return `, mostly ${isHeld ? `thanks to ${ticker}` : `because you stayed out of ${ticker}`}.`
  return `, mostly because ${isHeld ? `of ${ticker}` : `you didn't own ${ticker}`}.`
}
