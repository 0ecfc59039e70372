// Tests the picture of the comparison: its text, the learner's name, its color scheme, and the saved file.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { account, refuses, replies, says, testAsLearner } from '../testing/learner.tsx'
import { answerAll, compared } from '../testing/result.ts'
import { openPart } from '../testing/open-result.tsx'
import { apart } from './draw-chart.ts'
import { fileOf, pictureOf } from './picture.ts'

/** The calls on the last canvas: its texts, the fills of the background, and the dashes of its lines. */
let written: string[]
let filled: string[]
let dashes: number[][]
let saved: { name: string; blob: Blob }[]
let isDarkSystem: boolean
/** jsdom has no canvas, so the methods are mocked. */
const canvas = HTMLCanvasElement.prototype

testAsLearner(() => {
  answerAll()
  replies['/api/account'] = says(account)
  saved = []
  isDarkSystem = false
  vi.spyOn(canvas, 'getContext').mockImplementation(() => openContext() as RenderingContext)
  vi.spyOn(canvas, 'toDataURL').mockImplementation(() => 'data:image/png;base64,')
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['a picture'])))
  const value = { ready: Promise.resolve() }
  Object.defineProperty(document, 'fonts', { value, configurable: true })
  vi.stubGlobal('getComputedStyle', styleOf)
  vi.stubGlobal('matchMedia', () => ({ matches: isDarkSystem }))
  URL.revokeObjectURL = () => {}
  URL.createObjectURL = (made) => {
    saved.push({ name: '', blob: made as Blob })
    return 'blob:1'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
})
afterEach(() => {
  Reflect.deleteProperty(document, 'fonts')
  delete document.documentElement.dataset['theme']
})

const compute = window.getComputedStyle

/** Mocks computed styles: tests load no style sheet, so a computed color is the name of its scheme and its token. */
const styleOf = (element: HTMLElement): object =>
  Object.assign(compute(element), {
    color: `${element.style.colorScheme} ${element.style.color}`,
    fontFamily: 'Geist',
  })

/** A context that records some calls and ignores all others. */
function openContext(): object {
  written = []
  dashes = []
  filled = []
  const recorded: Record<string, unknown> = {
    fillText: (words: string) => void written.push(words),
    setLineDash: (dash: number[]) => void dashes.push(dash),
    measureText: (words: string) => ({ width: words.length * 20 }),
    fillRect: () => void filled.push(String(recorded['fillStyle'])),
    createLinearGradient: () => ({ addColorStop: () => {} }),
  }
  return new Proxy(recorded, { get: (from, key) => from[String(key)] ?? (() => {}) })
}

async function open() {
  const card = await openPart('Compared with the market')
  await card.findByRole('slider')
  await userEvent.click(card.getByRole('button', { name: 'Save as picture' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as picture' }))
  await dialog.findByRole('img')
  return dialog
}

const facts = { history: compared, range: 'all' } as const
const anonymous = { name: null, prices: null }

describe('the picture', () => {
  test('says both returns, since when, what each line began and ended with, and what the market is', () => {
    expect(pictureOf(facts, { name: 'Calm Otter 12', prices: 'Simulated prices' })).toMatchObject({
      headline: 'The portfolio +4.40%, the market +5.30%.',
      isLoss: false,
      by: 'Calm Otter 12',
      period: 'Since the start: Oct 13, 2026 – Nov 13, 2026',
      you: { name: 'The portfolio', start: '$10,000.00', end: '$10,439.96' },
      market: { name: 'The market', start: '$10,000.00', end: '$10,530.00' },
      from: 'Oct 13, 2026',
      to: 'Nov 13, 2026',
      notes: [
        "'The market' is your cash split equally across all 16 stocks and never touched.",
        'Virtual money · Simulated prices',
      ],
    })
  })

  test.each([
    ['7d', '7 days'],
    ['1m', '1 month'],
    ['6m', '6 months'],
    ['ytd', 'This year'],
    ['1y', '1 year'],
  ] as const)('of %s says so, and so does its file', (range, words) => {
    const { period } = pictureOf({ ...facts, range }, anonymous)
    expect(period).toBe(`${words}: Oct 13, 2026 – Nov 13, 2026`)
    expect(fileOf({ ...facts, range })).toBe(`tengrand-market-${range}.png`)
  })

  test('does without a market that is not known, and names one day once', () => {
    const metrics = { ...compared.metrics, period_return: -4, benchmark_return: null }
    const history = { data: compared.data.slice(-1), benchmark: [], metrics }
    expect(pictureOf({ history, range: 'all' }, anonymous)).toMatchObject({
      isLoss: true,
      market: null,
      period: 'Since the start: Nov 13, 2026',
      notes: ['', 'Virtual money'],
    })
  })

  test('keeps words apart that would stand on each other, and inside', () => {
    const room = { room: 60, top: 0, bottom: 200 }
    expect(apart([20, 120], room)).toEqual([20, 120])
    expect(apart([100, 110], room)).toEqual([75, 135])
    expect(apart([110, 100], room)).toEqual([135, 75])
    expect(apart([2, 8], room)).toEqual([0, 60])
    expect(apart([199, 199], room)).toEqual([140, 200])
    expect(apart([50], room)).toEqual([50])
  })
})

describe('a picture that is saved', () => {
  test('names nobody, and is shown before with words for whoever cannot see it', async () => {
    const dialog = await open()
    expect(dialog.getByRole('img').getAttribute('alt')).toBe(
      'The portfolio +4.40%, the market +5.30%. Since the start: Oct 13, 2026 – Nov 13, 2026. Anonymous.',
    )
    expect(dialog.getByRole('img').getAttribute('src')).toMatch(/^data:image\/png;/)
    expect(dialog.getByRole('checkbox', { name: 'Show my name' })).toHaveProperty('checked', false)
    expect(written).toContain('Anonymous')
    expect(written.join(' ')).not.toContain('Calm Otter')
    expect(written.join('')).toContain('The portfolio +4.40%, the market +5.30%.')
    const texts = ['Tengrand', 'The portfolio', '$10,439.96', 'The market', '$10,530.00']
    expect(written).toEqual(expect.arrayContaining(texts))
    expect(dashes).toEqual([[14, 8], []])
    await userEvent.click(dialog.getByRole('button', { name: 'Save picture' }))
    expect(await dialog.findByText('Saved as tengrand-market-all.png.')).toBeTruthy()
    expect(saved.map(({ name, blob }) => [name, blob.type])).toEqual([
      ['tengrand-market-all.png', 'image/png'],
    ])
  })

  test('has the name of whoever wants it there, until they do not', async () => {
    const dialog = await open()
    const choice = dialog.getByRole('checkbox', { name: 'Show my name' })
    await waitFor(() => expect(choice).toHaveProperty('disabled', false))
    await userEvent.click(choice)
    await waitFor(() => expect(written).toContain('Calm Otter 12'))
    expect(dialog.getByRole('img').getAttribute('alt')).toMatch(/ Calm Otter 12\.$/)
    await userEvent.click(choice)
    await waitFor(() => expect(written).toContain('Anonymous'))
  })

  test('names nobody where the name cannot be loaded, and says so', async () => {
    replies['/api/account'] = refuses({ code: 'unavailable' })
    const dialog = await open()
    expect(await dialog.findByText('Your name could not be loaded.')).toBeTruthy()
    expect(dialog.getByRole('checkbox')).toHaveProperty('disabled', true)
  })

  test.each([
    ['the system is dark', undefined, true, 'Dark'],
    ['the system is light', undefined, false, 'Light'],
    ['the page is light on a dark system', 'light', true, 'Light'],
    ['the page is dark on a light system', 'dark', false, 'Dark'],
  ])('has the theme of the page, where %s, or another', async (_, theme, isDark, expected) => {
    isDarkSystem = isDark
    if (theme !== undefined) document.documentElement.dataset['theme'] = theme
    const dialog = await open()
    const chosen = () => dialog.getByRole('radio', { checked: true }).textContent
    expect(chosen()).toBe(expected)
    expect(filled).toEqual([`${expected.toLowerCase()} var(--color-bg)`])
    const other = expected === 'Dark' ? 'Light' : 'Dark'
    await userEvent.click(dialog.getByRole('radio', { name: other }))
    expect(chosen()).toBe(other)
    await waitFor(() => expect(filled).toEqual([`${other.toLowerCase()} var(--color-bg)`]))
  })

  test('is none where the browser draws nothing, which is said', async () => {
    const dialog = await open()
    vi.spyOn(canvas, 'getContext').mockImplementation(() => null)
    await userEvent.click(dialog.getByRole('button', { name: 'Save picture' }))
    expect(await dialog.findByText('The picture could not be made in this browser.')).toBeTruthy()
    expect(saved).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('cannot be asked for before there is something to draw', async () => {
    replies['/api/net_worth_history/all'] = refuses({ code: 'unavailable' })
    const card = await openPart('Compared with the market')
    await card.findByText(/^Failed to load the comparison/)
    expect(card.getByRole('button', { name: 'Save as picture' })).toHaveProperty('disabled', true)
  })
})
