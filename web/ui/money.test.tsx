// Tests amounts, gains and percentages, which must not depend on color alone.
import { cents } from '@tengrand/core/money.ts'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'

import { Gain, GainPercent, Money } from './money.tsx'

const up = 'text-gain'
const down = 'text-loss'

test('Money has a dollar sign, groups and two decimals', () => {
  expect(render(<Money amount={cents(1_000_000)} />).container.textContent).toBe('$10,000.00')
})

describe('Gain', () => {
  test.each([
    { amount: 248_632, percent: 24.8632, words: '+$2,486.32 (+24.86%)', color: up },
    { amount: -1, percent: 0, words: '\u2212$0.01 (0.00%)', color: down },
    { amount: -12_810, percent: -8.14, words: '\u2212$128.10 (\u22128.14%)', color: down },
  ])('$words', ({ amount, percent, words, color }) => {
    const { container } = render(<Gain amount={cents(amount)} percent={percent} />)
    expect(container.textContent).toBe(words)
    expect(container.querySelector('svg')).not.toBeNull()
    expect(container.querySelector(`.${color}`)).not.toBeNull()
  })

  test('of zero has no color and no triangle, except where it counts as a gain', () => {
    const plain = render(<Gain amount={cents(0)} percent={0} />).container
    expect(plain.textContent).toBe('+$0.00 (+0.00%)')
    expect(plain.querySelector(`svg, .${up}, .${down}`)).toBeNull()
    const green = render(<Gain amount={cents(0)} percent={0} isZeroGain />).container
    expect(green.querySelector(`.${up} svg`)).not.toBeNull()
  })

  test('stands without a percentage', () => {
    expect(render(<Gain amount={cents(50)} />).container.textContent).toBe('+$0.50')
  })
})

describe('GainPercent', () => {
  test('takes as many decimals as asked for', () => {
    expect(render(<GainPercent value={41.26} digits={1} />).container.textContent).toBe('+41.3%')
  })

  test.each([
    { value: -0.0042, amount: undefined, words: '0.00%', color: down },
    { value: 0, amount: cents(-1), words: '0.00%', color: down },
    { value: 0, amount: cents(1), words: '+0.00%', color: up },
    { value: 0, amount: undefined, words: '+0.00%', color: 'text-muted' },
  ])('$value beside $amount is $words', ({ value, amount, words, color }) => {
    const { container } = render(<GainPercent value={value} amount={amount} />)
    expect(container.textContent).toBe(words)
    expect(container.querySelector(`.${color}`)).not.toBeNull()
  })
})
