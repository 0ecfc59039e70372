// Tests the radio group of ranges, by mouse and by keyboard.
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, test } from 'vitest'

import { Ranges } from './ranges.tsx'

const choices = [
  { value: '7d', label: '7D' },
  { value: '1m', label: '1M' },
  { value: 'all', label: 'ALL' },
] as const

function Example() {
  const [range, setRange] = useState<'7d' | '1m' | 'all'>('1m')
  return <Ranges label="Range" choices={choices} value={range} onChange={setRange} />
}

const chosen = () => screen.getByRole('radio', { checked: true }).textContent
const focused = () => document.activeElement?.textContent

beforeEach(() => void render(<Example />))

describe('Ranges', () => {
  test('is one named group in which one choice is taken', () => {
    expect(screen.getByRole('radiogroup', { name: 'Range' })).toBeTruthy()
    expect(screen.getAllByRole('radio')).toHaveLength(3)
    expect(chosen()).toBe('1M')
  })

  test('takes what is clicked', async () => {
    await userEvent.click(screen.getByRole('radio', { name: '7D' }))
    expect(chosen()).toBe('7D')
  })

  test('is one stop of the Tab key, at the choice that is taken', async () => {
    await userEvent.tab()
    expect(focused()).toBe('1M')
    await userEvent.tab()
    expect(document.activeElement).toBe(document.body)
  })

  test.each([
    { keys: '{ArrowRight}', expected: 'ALL' },
    { keys: '{ArrowRight}{ArrowRight}', expected: '7D' },
    { keys: '{ArrowLeft}', expected: '7D' },
    { keys: '{ArrowLeft}{ArrowLeft}', expected: 'ALL' },
    { keys: '{ArrowDown}', expected: 'ALL' },
    { keys: '{ArrowUp}', expected: '7D' },
    { keys: '{Home}', expected: '7D' },
    { keys: '{End}', expected: 'ALL' },
    { keys: 'x', expected: '1M' },
  ])('$keys leads to $expected', async ({ keys, expected }) => {
    await userEvent.tab()
    await userEvent.keyboard(keys)
    expect(chosen()).toBe(expected)
    expect(focused()).toBe(expected)
  })
})
