// Tests navigation through the browser's history, by links and by the browser's own buttons.
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { BrowserRouter } from './browser-router.tsx'
import { Link } from './link.tsx'
import { useLocation, useNavigate, useNavigationType } from './router.tsx'

beforeEach(() => {
  window.history.pushState(null, '', '/here?a=1#b')
  render(
    <BrowserRouter>
      <CurrentPath />
    </BrowserRouter>,
  )
})
function CurrentPath() {
  const { pathname, search, hash, state, key } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <output>
        {[useNavigationType(), pathname + search + hash, JSON.stringify(state)].join(' ')}
      </output>
      <data value={key} />
      <Link to="/there?c=2">There</Link>
      <button type="button" onClick={() => navigate('/away', { state: { from: '/here' } })}>
        Away
      </button>
      <button type="button" onClick={() => window.history.back()}>
        Back
      </button>
    </>
  )
}

const place = (words: string) => screen.findByText(words)
const key = () => document.querySelector('data')?.value

describe('BrowserRouter', () => {
  test('begins where the browser is', () => {
    expect(screen.getByText('POP /here?a=1#b null')).toBeTruthy()
  })

  test('moves, remembers what is said of the visit, and comes back', async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Away' }))
    await place('PUSH /away {"from":"/here"}')
    expect(window.location.pathname).toBe('/away')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    await place('POP /here?a=1#b null')
    window.history.forward()
    await place('POP /away {"from":"/here"}')
  })

  test('names each entry of the history', async () => {
    const first = key()
    await userEvent.click(screen.getByRole('link', { name: 'There' }))
    await place('PUSH /there?c=2 null')
    const second = key()
    expect(second).not.toBe(first)
    window.history.back()
    await place('POP /here?a=1#b null')
    expect(key()).toBe(first)
  })
})

describe('Link', () => {
  test('leads to its address, and does not pile up where one already is', async () => {
    const there = screen.getByRole('link', { name: 'There' })
    expect(there.getAttribute('href')).toBe('/there?c=2')
    await userEvent.click(there)
    await place('PUSH /there?c=2 null')
    const entries = window.history.length
    await userEvent.click(there)
    await place('REPLACE /there?c=2 null')
    expect(window.history.length).toBe(entries)
  })

  test.each([
    { ctrlKey: true },
    { metaKey: true },
    { shiftKey: true },
    { altKey: true },
    { button: 1 },
  ])('leaves a click with %o to the browser', (how) => {
    const toBrowser = vi.fn<(event: Event) => void>((event) => {
      expect(event.defaultPrevented).toBe(false)
      event.preventDefault()
    })
    window.addEventListener('click', toBrowser, { once: true })
    fireEvent.click(screen.getByRole('link', { name: 'There' }), how)
    expect(toBrowser).toHaveBeenCalledOnce()
    expect(screen.getByText('POP /here?a=1#b null')).toBeTruthy()
  })
})
