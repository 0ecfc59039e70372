// Tests the card of calibration: what is missing, the sentences, the chart and its table, the score, and that it never praises.
import { calibration as call } from '@tengrand/contract/journal.ts'
import { confidences } from '@tengrand/core/journal.ts'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'

import { calibration, traded } from '../testing/result.ts'
import { openPart, part, rowsIn, showResult } from '../testing/open-result.tsx'
import { replies, requests, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll } from '../testing/result.ts'
import { mainScope, ScopeProvider } from '../portfolio/scope.tsx'
import { renderAt } from '../testing/learner.tsx'
import InsightsPage from './insights-page.tsx'
import { brierWords, intervalWords, levelWords, tooFewWords } from './calibration-words.ts'

testAsLearner(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answerAll()
})

const open = (answer: object = calibration) => {
  replies['/api/insights/calibration'] = says(answer)
  return openPart('Calibration')
}
const few = { ...calibration, levels: [], brier: null }

describe('calibration', () => {
  test.each([
    [0, 'This takes 10 forecasts with a result, and there are none so far.'],
    [1, 'This takes 10 forecasts with a result, and there is 1 so far.'],
    [9, 'This takes 10 forecasts with a result, and there are 9 so far.'],
  ])('of %i forecasts says how many it takes', async (scored, words) => {
    const card = await open({ ...few, scored })
    expect(await card.findByText(words)).toBeTruthy()
    expect(card.queryByRole('img')).toBeNull()
    expect(card.getByRole('link', { name: 'Journal' }).getAttribute('href')).toBe('/journal')
  })

  test('says for each number how often it came true, what the interval means, and the score', async () => {
    const card = await open()
    await card.findByText('When you said 60%, you were right 1 of 1 time.')
    expect(card.getByText('When you said 80%, you were right 4.5 of 10 times.')).toBeTruthy()
    expect(card.getByText(intervalWords)).toBeTruthy()
    expect(
      card.getByText('Your Brier score is 0.21. Always saying 50% scores 0.25. Lower is better.'),
    ).toBeTruthy()
  })

  test('stands beside that of the class after the end of a league', async () => {
    const card = await open({ ...calibration, brier_of_class: 0.2449 })
    expect(await card.findByText(/Lower is better\. The class scored 0\.24\.$/)).toBeTruthy()
  })

  test('is a chart with an interval for each number beside a diagonal, also as a table', async () => {
    const card = await open()
    const figure = await card.findByRole('img')
    expect(figure.getAttribute('aria-label')).toBe(
      'How often your forecasts came true, by how sure you were; the table has the numbers.',
    )
    const styles = [...figure.querySelectorAll<HTMLElement>('span[style*="height"]')]
    expect(
      styles.map(({ parentElement, style }) => [
        parentElement?.style.left,
        style.bottom,
        style.height,
      ]),
    ).toEqual([
      ['30%', '26.99%', '73.01%'],
      ['70%', '23.3%', '45.58%'],
    ])
    expect(await rowsIn(card, 'Calibration, as a table')).toEqual([
      ['You said', 'Right', 'In percent', '9 times in 10'],
      ['60%', '1 of 1', '100%', '27% to 100%'],
      ['80%', '4.5 of 10', '45%', '23% to 69%'],
    ])
  })

  test('of an earlier run leads to the journal of that run', async () => {
    answerAll('p-1')
    renderAt(
      '/insights?portfolio=p-1',
      <ScopeProvider scope={{ ...mainScope, portfolio: 'p-1' }}>
        <InsightsPage />
      </ScopeProvider>,
    )
    const card = await part('Calibration')
    expect(card.getByRole('link', { name: 'Journal' }).getAttribute('href')).toBe(
      '/journal?portfolio=p-1',
    )
  })

  test('is neither shown nor asked for in a lesson', async () => {
    const contest = {
      id: 'l-1',
      state: 'over',
      closed: null,
      orders: 'now',
      startingCash: 1_000_000,
      listing: new Map([['A', 'Stock A']]),
    } as unknown as NonNullable<typeof mainScope.contest>
    replies['/api/portfolio'] = says(traded)
    renderAt(
      '/insights',
      <ScopeProvider scope={{ ...mainScope, contest }}>
        <InsightsPage />
      </ScopeProvider>,
    )
    await part('Habits')
    expect(document.body.textContent).not.toContain('Calibration')
    expect(requests.filter(({ address }) => address.includes('calibration'))).toEqual([])
  })

  test('is shown with the rest of the page', async () => {
    showResult()
    expect(await part('Calibration')).toBeTruthy()
  })
})

const percent = fc.double({ min: 0, max: 100, noNaN: true })
const answers = fc.record({
  scored: fc.nat(10_000),
  scored_needed: fc.constant(10),
  levels: fc.uniqueArray(
    fc.record({
      confidence: fc.constantFrom(...confidences),
      forecasts: fc.integer({ min: 1, max: 10_000 }),
      right: fc.nat(20_000).map((halves) => halves / 2),
      percent,
      low: percent,
      high: percent,
    }),
    { selector: ({ confidence }) => confidence },
  ),
  brier: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  brier_of_half: fc.constant(0.25),
  brier_of_class: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
})

test('whatever was scored, no sentence praises or blames', () => {
  fc.assert(
    fc.property(answers, (answer) => {
      const known = call.answer.parse(answer)
      const words = [
        tooFewWords(known),
        ...known.levels.map(levelWords),
        intervalWords,
        brierWords(known),
      ].join(' ')
      expect(words).not.toMatch(
        /great|good|well|excellent|impressive|skill|talent|congrat|bravo|nice|!|bad|poor|beat|better than|worse|over-?confident|NaN|undefined/i,
      )
      // The same words for any numbers.
      expect(
        new Set(
          known.levels.map((level) =>
            levelWords(level)
              .replaceAll(/[\d.,]+/g, '#')
              .replace('times', 'time'),
          ),
        ).size,
      ).toBeLessThanOrEqual(1)
    }),
  )
})
