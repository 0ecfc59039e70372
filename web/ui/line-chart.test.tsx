// Tests the reading of a chart by keyboard, mouse and touch, and its labels.
import { cents } from '@tengrand/core/money.ts'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { cloneElement } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { Marks } from './line-chart-marks.tsx'
import { padPrice } from './line-chart-scale.ts'
import { LineChart } from './line-chart.tsx'

const hourMs = 3_600_000
const points = Array.from({ length: 21 }, (_, index) => ({
  at: Date.UTC(2026, 10, 10) + index * hourMs,
  value: cents(10_000 + index * 100),
}))

const chart = (tone: 'gain' | 'loss' = 'gain', shown = points, marks?: Marks) => (
  <LineChart
    label="Price of AAPL, 7D"
    points={shown}
    padding={padPrice}
    tone={tone}
    when={(at) => `hour ${(at - Date.UTC(2026, 10, 10)) / hourMs}`}
    {...(marks ? { marks } : {})}
  />
)
const slider = () => screen.getByRole('slider', { name: 'Price of AAPL, 7D' })
const read = () => slider().getAttribute('aria-valuetext')
const labels = () => screen.queryAllByText(/^hour/).length

beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 200, 100))
})

describe('LineChart', () => {
  test('says its last value until it is read', () => {
    render(chart())
    expect(read()).toBe('$120.00, hour 20')
    expect(slider().getAttribute('aria-valuemax')).toBe('20')
    expect(labels()).toBe(0)
  })

  test.each([
    { keys: '{ArrowLeft}', expected: '$119.00, hour 19' },
    { keys: '{ArrowDown}{ArrowDown}{ArrowUp}', expected: '$119.00, hour 19' },
    { keys: '{ArrowRight}', expected: '$120.00, hour 20' },
    { keys: '{Home}', expected: '$100.00, hour 0' },
    { keys: '{Home}{ArrowLeft}', expected: '$100.00, hour 0' },
    { keys: '{Home}{ArrowRight}', expected: '$101.00, hour 1' },
    { keys: '{Home}{PageUp}', expected: '$102.00, hour 2' },
    { keys: '{PageDown}', expected: '$118.00, hour 18' },
    { keys: '{Home}{End}', expected: '$120.00, hour 20' },
  ])('$keys leads to $expected', async ({ keys, expected }) => {
    render(chart())
    await userEvent.tab()
    expect(document.activeElement).toBe(slider())
    await userEvent.keyboard(keys)
    expect(read()).toBe(expected)
    expect(labels()).toBe(1)
  })

  test('puts its label away with Escape and when the focus goes on', async () => {
    render(chart())
    await userEvent.tab()
    expect(labels()).toBe(1)
    await userEvent.keyboard('{Escape}')
    expect(labels()).toBe(0)
    await userEvent.keyboard('{Home}')
    expect(labels()).toBe(1)
    await userEvent.tab()
    expect(labels()).toBe(0)
  })

  test('is read where the pointer is, until it leaves', () => {
    render(chart())
    fireEvent.pointerMove(slider(), { clientX: 52, pointerType: 'mouse' })
    expect(read()).toBe('$105.00, hour 5')
    fireEvent.pointerLeave(slider(), { pointerType: 'mouse' })
    expect(labels()).toBe(0)
  })

  test('stays readable after a finger is lifted', () => {
    render(chart())
    fireEvent.pointerDown(slider(), { clientX: 100, pointerType: 'touch' })
    fireEvent.pointerLeave(slider(), { pointerType: 'touch' })
    expect(read()).toBe('$110.00, hour 10')
    expect(labels()).toBe(1)
  })

  test('is still readable when the line gets shorter', async () => {
    const { rerender } = render(chart())
    await userEvent.tab()
    rerender(chart('gain', points.slice(0, 3)))
    expect(read()).toBe('$102.00, hour 2')
  })

  test('has a color for each direction', () => {
    const { container, rerender } = render(chart('gain'))
    expect(container.querySelector('.text-gain')).not.toBeNull()
    rerender(chart('loss'))
    expect(container.querySelector('.text-gain')).toBeNull()
    expect(container.querySelector('.text-loss')).not.toBeNull()
  })

  test('says what is marked where it is read, and draws a letter', async () => {
    const mark = { letter: 'B', side: 'below', words: 'Bought 5 at $119.50' } as const
    const marks = new Map([[hourMs * 19 + Date.UTC(2026, 10, 10), [mark]]])
    render(chart('gain', points, marks))
    expect(screen.getByText('B').getAttribute('aria-hidden')).toBe('true')
    expect(read()).toBe('$120.00, hour 20')
    await userEvent.tab()
    await userEvent.keyboard('{ArrowLeft}')
    expect(read()).toBe('$119.00, hour 19, Bought 5 at $119.50')
    expect(screen.getByText('Bought 5 at $119.50')).toBeTruthy()
  })

  test('draws one letter where several would lie on each other, and two for both sides', () => {
    const buy = { letter: 'B', side: 'below', words: 'Bought' } as const
    const sell = { letter: 'S', side: 'above', words: 'Sold' } as const
    const [first] = points.map(({ at, value }) => ({ at: at + 1000, value }))
    const shown = points.flatMap((point) => (first && point === points[0] ? [point, first] : point))
    const marks = new Map([
      [points[0]?.at ?? 0, [buy, sell]],
      [first?.at ?? 0, [buy]],
      [points[1]?.at ?? 0, [buy]],
    ])
    render(chart('gain', shown, marks))
    expect(screen.getAllByText('B')).toHaveLength(2)
    expect(screen.getAllByText('S')).toHaveLength(1)
  })

  test('writes whole dollars without cents', () => {
    render(chart())
    expect(screen.getByText('$110')).toBeTruthy()
  })

  test('names days, or what it is told to', () => {
    const days = points.map(({ at, value }, index) => ({ at: at + index * 23 * hourMs, value }))
    const { rerender } = render(chart('gain', days))
    expect(screen.getByText('Nov 29')).toBeTruthy()
    rerender(cloneElement(chart('gain', days), { tick: () => 'a day' }))
    expect(screen.getAllByText('a day').length).toBeGreaterThan(2)
  })

  test.each([
    { from: '2026-03-02', to: '2026-11-13', names: ['Mar 2', 'May 1', 'Jul 1', 'Sep 1', 'Nov 1'] },
    { from: '2025-11-15', to: '2026-11-14', names: ['Nov 2025', 'Feb 2026', 'May 2026'] },
    { from: '2025-12-20', to: '2026-01-09', names: ['Dec 20, 2025', 'Dec 30, 2025'] },
  ])('names $names, with the year where there is more than one', ({ from, to, names }) => {
    const ends = [from, to].map((day) => ({ at: Date.parse(`${day}T15:00Z`), value: cents(100) }))
    const { container } = render(chart('gain', ends))
    const named = [...container.querySelectorAll('.h-4 span')].map(({ textContent }) => textContent)
    expect(named.slice(0, names.length)).toEqual(names)
    // The first label is at the start of the data.
    expect(container.querySelector('.h-4 span')?.className).toContain('left-0')
  })

  const fills = (container: Element) => container.querySelectorAll('path[fill^="url"]').length

  test('is a line and no slab where nothing has changed, and where there are only two points', () => {
    const { container, rerender } = render(chart())
    expect(fills(container)).toBe(1)
    const flat = points.map(({ at }) => ({ at, value: cents(10_000) }))
    rerender(chart('gain', flat))
    expect(fills(container)).toBe(0)
    rerender(chart('gain', points.slice(0, 2)))
    expect(fills(container)).toBe(0)
    expect(container.querySelectorAll('path[fill="none"]')).toHaveLength(1)
  })

  test.each([
    { dollars: 100, lines: 1 },
    { dollars: 122, lines: 1 },
    { dollars: 90, lines: 0 },
    { dollars: 123, lines: 0 },
  ])('draws $lines thin lines at a baseline of $dollars dollars', ({ dollars, lines }) => {
    const { container } = render(cloneElement(chart(), { baseline: cents(dollars * 100) }))
    expect(container.querySelectorAll('line.stroke-control')).toHaveLength(lines)
  })

  test('brings no style element, which the content security policy forbids', () => {
    const { container } = render(chart())
    expect(container.querySelector('style')).toBeNull()
  })
})
