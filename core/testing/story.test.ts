// Checks that docs/ledger.md, the ledger and the split rules give the same numbers for one example account.
/// <reference types="node" />
import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { openStartingCash } from '../contest.ts'
import { afterEntry, nothing, type Entry, type Position } from '../ledger.ts'
import { cents, formatGain, formatMoney, formatQuantity, share } from '../money.ts'
import { splitLines } from '../split.ts'
import type { Ticker } from '../tickers.ts'
import { returnSince, valuationOf } from '../valuation.ts'
import { portfolioOf } from './fold.ts'
import { heldOf, settled } from './settled.ts'
import { story, storyPrices, storySplits } from './story.ts'

const page = readFileSync(new URL('../../docs/ledger.md', import.meta.url), 'utf8')
/** The text of the page without line breaks, which have no meaning in Markdown. */
const prose = page.replaceAll(/\s+/g, ' ')

describe('the page docs/ledger.md', () => {
  it('shows in its table what the ledger makes of the story, line by line', () => {
    const [head, rule, ...rows] = tableOf(page)
    expect(head).toEqual(['entry', 'cash', 'quantity', 'cost', 'average', 'realized'])
    expect(rule?.join('')).toMatch(/^[-:]+$/)
    expect(rows).toEqual(rowsOf(story))
  })

  it('ends with the value that the valuation gives', () => {
    const valuation = valuationOf(portfolioOf(story), (ticker) => storyPrices.get(ticker) ?? null)
    if ('missing' in valuation) throw new Error(`${valuation.missing} has no price`)
    const unrealized = valuation.holdings.reduce((sum, { gain }) => sum + gain, 0)
    const realized = returnSince(openStartingCash, valuation.total).amount - unrealized
    const [cash, total] = [formatMoney(valuation.cash), formatMoney(valuation.total)]
    const shares = formatMoney(cents(valuation.total - valuation.cash))
    const gains = [realized, unrealized].map((gain) => formatMoney(cents(gain))).join(' + ')
    expect(prose).toContain(`${cash} + ${shares} = ${total} = $10,000.00 + ${gains}.`)
  })

  it('names the evening prices of the story', () => {
    for (const [ticker, price] of storyPrices) {
      expect(prose).toMatch(new RegExp(`${ticker} (stands )?at \\${formatMoney(price)}[,.]`))
    }
  })
})

describe('the splits of the story', () => {
  it.each(storySplits)('$ticker: the line is the one that the split makes', (split) => {
    const line = story.find(({ type, ticker }) => type === 'SPLIT' && ticker === split.ticker)
    const trades = story.filter(({ type, ticker }) => type !== 'SPLIT' && ticker === split.ticker)
    const asKnownThatDay = trades.filter(({ at }) => at < split.at)
    const held = heldOf(asKnownThatDay, split.ticker)
    expect(splitLines([split], asKnownThatDay, held).lines).toEqual([line])
    // A late split gives the same shares and cash; only its cost is that of the current position.
    const late = settled(trades)
    const [lateLine] = splitLines([split], late, heldOf(late, split.ticker)).lines
    expect({ ...lateLine, cost: line?.cost }).toEqual(line)
  })
})

it('the entries of the story rise in time', () => {
  const instants = story.map(({ at }) => at)
  expect(instants).toEqual(instants.toSorted((a, b) => a - b))
  expect(instants.every(Number.isSafeInteger)).toBe(true)
})

function tableOf(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

function rowsOf(entries: readonly Entry[]): string[][] {
  let cash = openStartingCash
  const positions = new Map<Ticker, Position>()
  return entries.map((entry) => {
    const position = positions.get(entry.ticker) ?? nothing
    const after = afterEntry({ cash, position }, entry)
    const { quantity, cost } = after.position
    const realized = cents(after.cash - cash - (position.cost - cost))
    cash = after.cash
    positions.set(entry.ticker, after.position)
    return [
      words(entry),
      formatMoney(cash),
      formatQuantity(quantity),
      formatMoney(cost),
      quantity === 0 ? '' : formatMoney(share(cost, 1, quantity)),
      entry.type === 'BUY' ? '' : formatGain(realized),
    ]
  })
}

function words(entry: Entry): string {
  const { type, ticker, quantity } = entry
  if (type !== 'SPLIT') return `${type} ${quantity} ${ticker} at ${formatMoney(entry.price)}`
  const { ratio, cash } = entry
  return `SPLIT ${ticker} ${ratio.numerator} for ${ratio.denominator}, ${signed(quantity)} shares, ${formatMoney(cash)}`
}

const signed = (quantity: number): string => `${quantity < 0 ? '' : '+'}${formatQuantity(quantity)}`
