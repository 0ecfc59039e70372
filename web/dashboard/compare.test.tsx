// Tests the comparison switch under the performance chart: the line of the market, the sentence with both returns, and
// the stored choice.
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import ChapterPage from './chapter-page.tsx'
import { Learner, replies, says, sendPrice, testAsLearner } from '../testing/learner.tsx'
import { answerAll, compared, traded } from '../testing/result.ts'
import { PortfolioPanel } from './portfolio-panel.tsx'

testAsLearner(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  answerAll()
  replies['/api/current-portfolio-value'] = says({ value: 10_439.96 })
  replies['/api/transactions'] = says({ transactions: [], next: null })
})

const show = () => render(<PortfolioPanel />, { wrapper: Learner })
const toggle = () => screen.findByRole('checkbox', { name: 'Compare with the market' })
const chart = () => screen.getByRole('slider')
const read = () => chart().getAttribute('aria-valuetext')
const dashed = () => chart().parentElement?.querySelectorAll('path[stroke-dasharray]').length
const sentence = () => screen.queryByText(/^You .*market/)?.textContent?.trim()

describe('the comparison under the performance chart', () => {
  test('is off at first', async () => {
    show()
    expect(await toggle()).toHaveProperty('checked', false)
    expect(read()).toBe('$10,439.96, Now')
    expect(sentence()).toBeUndefined()
    expect(dashed()).toBe(0)
  })

  test('draws the market, says both returns, and is read with both values', async () => {
    show()
    await userEvent.click(await toggle())
    expect(sentence()).toBe('You +4.40%, the market +5.30%.')
    expect(dashed()).toBe(1)
    chart().focus()
    await userEvent.keyboard('{ArrowLeft}')
    expect(read()).toBe('You $10,100.50, Oct 14, 2026, The market $9,950.25')
    await userEvent.click(await toggle())
    expect(sentence()).toBeUndefined()
    expect(dashed()).toBe(0)
  })

  test('is remembered by the browser, in other ranges and when the page is opened again', async () => {
    const { unmount } = show()
    await userEvent.click(await toggle())
    await userEvent.click(screen.getByRole('radio', { name: '7D' }))
    await screen.findByRole('slider', { name: 'Portfolio value, 7D' })
    expect(dashed()).toBe(1)
    unmount()
    show()
    expect(await toggle()).toHaveProperty('checked', true)
    await waitFor(() => expect(dashed()).toBe(1))
    await userEvent.click(await toggle())
    unmount()
    expect(localStorage.getItem('tengrand-compare')).toBeNull()
  })

  test('is in the chart of another range from its first frame on', async () => {
    show()
    await userEvent.click(await toggle())
    const frames: unknown[] = []
    const observer = new MutationObserver(() => {
      if (screen.queryByRole('slider', { name: 'Portfolio value, 7D' })) frames.push(dashed())
    })
    observer.observe(document.body, { childList: true, subtree: true })
    await userEvent.click(screen.getByRole('radio', { name: '7D' }))
    await screen.findByRole('slider', { name: 'Portfolio value, 7D' })
    observer.disconnect()
    expect(frames[0]).toBe(1)
  })

  test('goes with the live value, while the market stays as the server sent it', async () => {
    show()
    await userEvent.click(await toggle())
    await sendPrice(200)
    await waitFor(() => expect(sentence()).toBe('You +5.50%, the market +5.30%.'))
    expect(read()).toBe('You $10,549.96, Now, The market $10,530.00')
  })

  test('stands in the table too', async () => {
    show()
    await userEvent.click(await toggle())
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }))
    const rows = within(await screen.findByRole('table')).getAllByRole('row')
    expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
      ['Date', 'You', 'The market'],
      ['Oct 13, 2026, 11:00 AM EDT', '$10,000.00', '$10,000.00'],
      ['Oct 14, 2026', '$10,100.50', '$9,950.25'],
      ['Now', '$10,439.96', '$10,530.00'],
      ['Return', '+4.40%', '+5.30%'],
    ])
  })

  test('says so where the opening prices of the market are not known', async () => {
    const metrics = { ...compared.metrics, benchmark_return: null, benchmark_return_percent: null }
    replies['/api/net_worth_history/1m'] = says({ ...compared, benchmark: [], metrics })
    show()
    await userEvent.click(await toggle())
    expect(sentence()).toBe("You +4.40%. The market's result isn't known for this time.")
    expect(read()).toBe('$10,439.96, Now')
  })

  test('is there for a chapter that is over as well', async () => {
    vi.stubGlobal('IntersectionObserver', vi.fn())
    answerAll('first')
    replies['/api/portfolio?portfolio=first'] = says({
      ...traded,
      closed_at: '2026-11-13T15:00:00Z',
    })
    render(
      <Learner at="/portfolio/first">
        <ChapterPage />
      </Learner>,
    )
    await userEvent.click(await toggle())
    expect(read()).toBe('You $10,439.96, End, The market $10,530.00')
    expect(sentence()).toBe('You +4.40%, the market +5.30%.')
  })
})
