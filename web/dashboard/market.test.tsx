// Tests the market card before, at and after the first prices.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { LiveMark } from '../market/quotes/quote-marks.tsx'
import { QuotesContext } from '../market/quotes/use-quote.ts'
import { neverAnswers, SignedIn } from '../testing/learner.tsx'
import { MemoryRouter } from '../testing/memory-router.tsx'
import { makeBrowser, wireQuote, type Browser, type ScriptedSource } from '../testing/tabs.ts'
import { Market } from './market.tsx'

let browser: Browser

beforeEach(() => {
  vi.stubGlobal('fetch', neverAnswers)
  browser = makeBrowser()
  render(
    <MemoryRouter>
      <QuotesContext value={browser.openTab()}>
        <SignedIn>
          <QueryClientProvider client={new QueryClient()}>
            <LiveMark />
            <Market />
          </QueryClientProvider>
        </SignedIn>
      </QuotesContext>
    </MemoryRouter>,
  )
})
afterEach(() => {
  vi.useFakeTimers()
  cleanup()
  vi.runAllTimers()
})

const stream = () =>
  vi.waitFor(() => {
    const [source] = browser.sources
    if (!source) throw new Error('no stream yet')
    return source
  })
const send = (source: ScriptedSource, ...asked: Parameters<ScriptedSource['send']>) =>
  act(() => source.send(...asked))
const stock = (ticker: string) => screen.getByRole('link', { name: new RegExp(ticker) })
const flashes = () => [...document.querySelectorAll('.flash-up, .flash-down')]
/** The elements of a row and their classes, which determine the layout; without the flash elements inside. */
const frame = (ticker: string) =>
  [stock(ticker), ...stock(ticker).children].map(({ tagName, className }) => [tagName, className])

describe('Market', () => {
  test('keeps the place of each price before there is one', async () => {
    expect(screen.getAllByRole('link')).toHaveLength(16)
    expect(stock('AAPL').textContent).toBe('AAPLApple——')
    expect(stock('AAPL').getAttribute('href')).toBe('/stock/AAPL')
    const before = frame('AAPL')
    send(await stream(), 'snapshot', [wireQuote('AAPL', 189)])
    expect(frame('AAPL')).toEqual(before)
  })

  test('shows price and change of the day, told by sign and triangle', async () => {
    send(await stream(), 'snapshot', [
      wireQuote('AAPL', 189),
      wireQuote('MSFT', 171),
      { ...wireQuote('AMD', 142.3), previous_close: null },
    ])
    expect(stock('AAPL').textContent).toBe('AAPLApple$189.00+5.00%')
    expect(stock('AAPL').querySelector('.text-gain svg')).not.toBeNull()
    expect(stock('MSFT').textContent).toBe('MSFTMicrosoft$171.00\u22125.00%')
    expect(stock('MSFT').querySelector('.text-loss svg')).not.toBeNull()
    expect(stock('AMD').textContent).toBe('AMDAdv. Micro$142.30—')
  })

  test('flashes what changed, in the color of its direction, and nothing at first', async () => {
    const play = vi.fn<() => void>()
    const animate = vi.spyOn(Element.prototype, 'animate').mockReturnValue({ play } as never)
    const source = await stream()
    send(source, 'snapshot', [wireQuote('AAPL', 189), wireQuote('MSFT', 171)])
    expect(flashes()).toEqual([])
    expect(animate).not.toHaveBeenCalled()
    send(source, 'change', [wireQuote('AAPL', 189.5, 1)])
    expect(flashes().map((flash) => [flash.className, flash.textContent])).toEqual([
      ['flash-up', '$189.50'],
    ])
    expect(animate.mock.contexts.map((tint) => (tint as Element).parentElement)).toEqual(flashes())
    // Every change restarts the animation.
    send(source, 'change', [wireQuote('AAPL', 189.6, 2)])
    expect(flashes()[0]?.className).toBe('flash-up')
    expect(play).toHaveBeenCalledTimes(1)
    send(source, 'change', [wireQuote('AAPL', 189, 3)])
    expect(flashes()[0]?.className).toBe('flash-down')
    expect(play).toHaveBeenCalledTimes(2)
    animate.mockRestore()
  })

  test('says that prices are live when they are, in a place that is always kept', async () => {
    const mark = screen.getByText('Live')
    expect(mark.className).toContain('invisible')
    const source = await stream()
    send(source, 'snapshot', [wireQuote('AAPL', 189)])
    expect(mark.className).not.toContain('invisible')
    act(() => source.interrupt())
    expect(mark.className).toContain('invisible')
  })
})
