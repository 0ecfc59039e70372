// Tests the name of the price source beside prices, and its explanation on hover, focus and tap.
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'

import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { Tiles } from '../sign-in/frame.tsx'
import { SmallPrint } from './price-source.tsx'
import { Learner, runMarket, testAsLearner } from '../testing/learner.tsx'

testAsLearner()

const open = () =>
  render(
    <Learner>
      <LiveMark />
      <button type="button">Elsewhere</button>
    </Learner>,
  )
const name = () => screen.getByRole('button', { name: 'Simulated prices' })
const tip = () => screen.queryByRole('tooltip')

describe('the source of prices', () => {
  test.each([
    {
      market: 'simulated',
      hours: 'always',
      words: 'Simulated prices',
      tile: 'Simulated prices that move day and night.',
      says: /^These prices are made up\..* The market is open day and night\.$/,
    },
    {
      market: 'simulated',
      hours: 'nyse',
      words: 'Simulated prices',
      tile: 'Simulated prices through the trading day.',
      says: /^These prices are made up\..* hours of the New York Stock Exchange\.$/,
    },
    {
      market: 'alpaca',
      hours: 'nyse',
      words: 'Prices from Alpaca (IEX)',
      tile: 'Prices from Alpaca (IEX), new every 15 seconds.',
      says: /^Real prices from the IEX exchange by Alpaca, .* every 15 seconds/,
    },
    {
      market: 'yahoo',
      hours: 'nyse',
      words: 'Prices from Yahoo',
      tile: 'Prices from Yahoo, new every 5 minutes.',
      says: /^Real prices from Yahoo, .* every 5 minutes/,
    },
  ] as const)(
    'is named beside Live, in the footer and on the tile: $market, $hours',
    async ({ market, hours, words, tile, says }) => {
      runMarket({ market, hours })
      render(
        <Learner>
          <LiveMark />
          <SmallPrint />
          <Tiles />
        </Learner>,
      )
      const [beside, below] = screen.getAllByRole('button', { name: words })
      expect(screen.getByText('Live').parentElement?.contains(beside ?? null)).toBe(true)
      expect(below?.closest('p')?.textContent).toContain('The money is virtual')
      expect(screen.getByText(tile)).toBeTruthy()
      await userEvent.hover(beside ?? document.body)
      expect(tip()?.textContent).toMatch(says)
    },
  )

  test('is not named before the server has said it, and its place is kept', () => {
    runMarket(null)
    open()
    expect(screen.getByText('Simulated prices').closest('.invisible')).toBeTruthy()
  })

  test('is explained to a pointer, which may move onto the explanation', async () => {
    const user = userEvent.setup()
    open()
    expect(tip()).toBeNull()
    await user.hover(name())
    await user.hover(screen.getByRole('tooltip'))
    expect(tip()?.textContent).toContain('These prices are made up.')
    await user.hover(screen.getByText('Elsewhere'))
    expect(tip()).toBeNull()
  })

  test('is explained to the keyboard, until Escape', async () => {
    open()
    await userEvent.tab()
    expect(document.activeElement).toBe(name())
    expect(name().getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id)
    await userEvent.unhover(name())
    expect(tip()).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(tip()).toBeNull()
    expect(document.activeElement).toBe(name())
    await userEvent.keyboard('{Enter}')
    expect(tip()).toBeTruthy()
    await userEvent.tab()
    expect(tip()).toBeNull()
  })

  test('is explained to a finger, until it taps elsewhere', () => {
    open()
    // Without a focus event, because in some browsers a tap does not focus a button.
    fireEvent.pointerEnter(name(), { pointerType: 'touch' })
    expect(tip()).toBeNull()
    fireEvent.click(name())
    fireEvent.pointerLeave(name(), { pointerType: 'touch' })
    expect(tip()).toBeTruthy()
    fireEvent.pointerDown(screen.getByRole('tooltip'))
    expect(tip()).toBeTruthy()
    fireEvent.pointerDown(screen.getByText('Elsewhere'))
    expect(tip()).toBeNull()
  })
})
