// Tests the cards of luck (its verdict, histogram and tables, and what is missing before a verdict) and of habits.
import { within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { neverAnswers, replies, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll, early, habits, insights, luck, traded } from '../testing/result.ts'
import { openPart, part, rowsIn, type Part } from '../testing/open-result.tsx'

testAsLearner(answerAll)

const minus = '\u2212'
const openLuck = (answer: object = luck) => {
  replies['/api/insights/luck'] = says(answer)
  return openPart('Luck')
}
const verdict = async (answer?: object) =>
  (await (await openLuck(answer)).findByText(/^You beat/)).textContent

/** What is missing, item by item. */
const missing = (card: Part) =>
  within(card.getByRole('list', { name: 'Up to the last close' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('luck', () => {
  test('says how many random traders did worse, and what makes the number too high or too low', async () => {
    expect(await verdict()).toBe(
      'You beat 58 of 100 random stock pickers. Luck alone could explain it: 9 in 10 landed between $9,101 and $11,400.',
    )
    const card = await part('Luck')
    const details = card.getByRole('button', { name: 'How this works' })
    const bias = card.getByText(/^If you sell because a stock rose/)
    expect(bias.textContent).toContain(
      'this makes you look better than you are. If you sell because it fell, worse.',
    )
    expect(bias.parentElement?.className).toContain('hidden')
    await userEvent.click(details)
    expect(details.getAttribute('aria-expanded')).toBe('true')
    expect(bias.parentElement?.className).not.toContain('hidden')
  })

  test.each([
    { percentile: 96.5, words: 'You beat 97 of 100', isOutside: true },
    { percentile: 99.95, words: 'You beat more than 99 of 100', isOutside: true },
    { percentile: 0.05, words: 'You beat fewer than 1 of 100', isOutside: true },
    { percentile: 100, words: 'You beat 100 of 100', isOutside: true },
    { percentile: 0, words: 'You beat 0 of 100', isOutside: true },
    { percentile: 95, words: 'You beat 95 of 100', isOutside: false },
  ])('tells $percentile as "$words"', async ({ percentile, words, isOutside }) => {
    const said = await verdict({ ...luck, percentile })
    expect(said).toContain(words)
    expect(said?.includes('luck alone gets outside that only 1 time in 10')).toBe(isOutside)
  })

  test.each([
    {
      real_value: 10_398.77,
      end: "come to $10,420.10. You really had $10,398.77 then. You didn't trade at closing prices, so they differ.",
    },
    { real_value: null, end: 'come to $10,420.10.' },
  ])('says how the replayed value differs from $real_value', async ({ real_value, end }) => {
    const card = await openLuck({ ...luck, real_value })
    expect(await card.findByText(/^Your trades up to/)).toHaveProperty(
      'textContent',
      `Your trades up to the close of Nov 12, 2026, at closing prices like theirs, ${end}`,
    )
  })

  test('says that no choice shows where all traders come to the same', async () => {
    const same = { p5: 10_000, median: 10_000, p95: 10_000, value: 10_000, percentile: 50 }
    const words = await (await openLuck({ ...luck, ...same })).findByText(/^Any other stocks/)
    expect(words.textContent).not.toContain('You beat')
  })

  test('names the day that a close at midnight in New York ends', async () => {
    const card = await openLuck({ ...luck, until: '2026-11-13T05:00:00Z' })
    const words = await card.findByText(/^Your trades up to/)
    expect(words.textContent).toContain('the close of Nov 12, 2026,')
  })

  test('is a histogram with a mark at the learner and a shade from the 5th to the 95th', async () => {
    const figure = await (await openLuck()).findByRole('img')
    expect(figure.getAttribute('aria-label')).toBe(
      'Random stock pickers from $8,500.00 to $12,000.00, the median at $10,200.00; you at $10,420.10.',
    )
    const styles = [...figure.querySelectorAll<HTMLElement>('[style]')].map(({ style }) => style)
    const [shade, first, most, last, middle, mark] = styles
    expect([shade?.left, shade?.width]).toEqual(['17.16%', '65.71%'])
    expect([first, most, last].map((bar) => bar?.height)).toEqual(['30%', '100%', '70%'])
    expect(middle?.left).toBe('48.57%')
    expect(mark?.left).toBe('54.86%')
    expect(figure.textContent).toBe('Your picks: $10,420.10$8,500Median $10,200$12,000')
  })

  test('has room for a learner who did better than everybody, and for traders who all have the same', async () => {
    const same = [{ from: 10_000, to: 10_000, traders: 1000 }]
    const card = await openLuck({ ...luck, value: 14_000, buckets: same })
    const figure = await card.findByRole('img')
    const [, bar, , mark] = [...figure.querySelectorAll<HTMLElement>('[style]')]
    expect(bar?.style.left).toBe('0%')
    expect(bar?.style.width).toBe('1%')
    expect(mark?.style.left).toBe('100%')
  })

  test('is two tables, which have every number of the sentences', async () => {
    const card = await openLuck()
    await card.findByRole('img')
    expect(await rowsIn(card, 'Luck, as a table')).toEqual([
      ['Figure', 'Value'],
      ['Beaten, of 100', '58'],
      ['Random stock pickers', '1,000'],
      ['Up to the close of', 'Nov 12, 2026'],
      ['Your picks', '$10,420.10'],
      ['You really had then', '$10,398.77'],
      ['5th of 100 (5 had this or less)', '$9,100.50'],
      ['Median (half had this or less)', '$10,200.00'],
      ['95th of 100 (5 had more)', '$11,400.25'],
    ])
    expect(await rowsIn(card, 'Random stock pickers by what they have')).toEqual([
      ['From', 'To', 'Random stock pickers'],
      ['$8,500.00', '$9,500.00', '150'],
      ['$9,500.00', '$10,500.00', '500'],
      ['$10,500.00', '$12,000.00', '350'],
    ])
  })

  test('says what is missing before it can be told, and leads to the guide', async () => {
    const card = await openLuck(early)
    expect(await card.findByText(/^Too early/)).toHaveProperty(
      'textContent',
      'Too early to tell luck from skill. Come back after 10 buys on 5 days over two weeks.',
    )
    expect(missing(card)).toEqual([
      'buys6 of 10',
      'days with a buy3 of 5',
      'days since your first buy9 of 14',
    ])
    expect(card.queryByRole('img')).toBeNull()
    expect(card.getByRole('link').getAttribute('href')).toBe('/getting-started/strategies#judging')
  })
})

describe('too little to tell luck', () => {
  test('names only what is missing', async () => {
    const card = await openLuck({ ...early, span: 19 })
    await card.findByText(/^Too early/)
    expect(missing(card)).toEqual(['buys6 of 10', 'days with a buy3 of 5'])
  })

  test('in a run that is over stays as it was', async () => {
    answerAll('first')
    replies['/api/portfolio?portfolio=first'] = says({ ...traded, closed_at: '2026-11-13T15:00Z' })
    replies['/api/insights/luck?portfolio=first'] = says(early)
    const card = await openPart('Luck', '/insights?portfolio=first')
    expect(await card.findByText(/^You bought too seldom/)).toHaveProperty(
      'textContent',
      'You bought too seldom to tell luck from skill. It takes 10 buys on 5 days over two weeks.',
    )
    expect(card.queryByText(/^Then we'll compare/)).toBeNull()
  })
})

describe('habits', () => {
  const openHabits = (changes?: object) => {
    replies['/api/insights/all'] = says({ ...insights, habits: { ...habits, ...changes } })
    return openPart('Habits')
  }
  /** The name of each habit, with its figures. */
  const figures = async () => {
    const names = await (await part('Habits')).findAllByRole('term')
    return names.map((name) => [name.textContent, name.nextElementSibling?.textContent])
  }

  test('have the figures of the market beside them, where there are any', async () => {
    await (await openHabits()).findByText(/12\.35%/)
    expect(await figures()).toEqual([
      [
        'Biggest drop',
        `${minus}12.35%, Oct 20, 2026 to Oct 28, 2026Market: ${minus}6.50% at its worst`,
      ],
      ['Largest stock', '18.1% in AAPLMarket: 6.6%'],
      ['Diversification', 'Like 2.3 equal stocksMarket: 15.8'],
      ['In cash, on average', '41.3%'],
      ['Trades per month', '7.3'],
      ['Sales', '4 at a gain, 9 at a loss'],
    ])
  })

  test('each say why they matter, with the section of the guide', async () => {
    const links = (await openHabits()).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href')?.split('#')[1])).toEqual([
      'limits',
      'spreading',
      'spreading',
      'spreading',
      'costs',
      'mistakes',
    ])
    const names = links.map(({ textContent }) => textContent)
    expect(new Set(names).size).toBe(names.length)
  })

  test('say so where nothing fell and nothing is held', async () => {
    const card = await openHabits({
      worst_fall: null,
      largest: null,
      effective_stocks: null,
      market_effective_stocks: null,
    })
    await card.findByText('None so far')
    expect((await figures()).slice(0, 3).map(([, figure]) => figure)).toEqual([
      'None so far',
      'Nothing held',
      'Nothing held',
    ])
  })

  test('of a first day are told in words that fit', async () => {
    const card = await openHabits({
      worst_fall: { percent: -0.0012, from: '2026-10-20', to: '2026-10-20', market_percent: 0 },
      effective_stocks: 1,
      sales: { gains: 0, losses: 0 },
    })
    await card.findByText(/^Less than 0/)
    const byName = new Map((await figures()).map(([name, figure]) => [name, figure]))
    expect(byName.get('Biggest drop')).toBe('Less than 0.01%, Oct 20, 2026Market: no drop')
    expect(byName.get('Diversification')).toBe('Like 1 stockMarket: 15.8')
    expect(byName.get('Sales')).toBe('None')
  })

  test('count the sales that neither gained nor lost', async () => {
    const card = await openHabits({ sales_at_cost: 1000 })
    expect(await card.findByText('4 at a gain, 9 at a loss, 1,000 at cost')).toBeTruthy()
  })

  test('keep their places while they are loading', async () => {
    replies['/api/insights/all'] = neverAnswers
    const card = await openPart('Habits')
    expect(card.getByRole('status').textContent).toBe('Loading your habits...')
    expect((await figures()).map(([, figure]) => figure)).toEqual(['—', '—', '—', '—', '—', '—'])
  })
})
