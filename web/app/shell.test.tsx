// Tests the frame around every page: its landmarks, and the search that navigates to a stock.
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import {
  address,
  ann,
  expectPage,
  heading,
  openAt,
  openPage,
  provider,
  testApp,
} from '../testing/app.tsx'
import { boardOf, ownLesson } from '../testing/lesson-screen.tsx'

testApp(() => {
  provider.remember(ann)
})

/** Retries, because the listener for the key is added shortly after the page is drawn. */
const pressSearchKey = () =>
  vi.waitFor(async () => {
    await userEvent.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('combobox'))
  })

test('the shell has a landmark for each of its parts', async () => {
  await openPage('/pro', 'Go Pro')
  for (const role of ['banner', 'main', 'contentinfo', 'search']) {
    expect(screen.getByRole(role)).toBeTruthy()
  }
  const navigations = screen.getAllByRole('navigation')
  expect(navigations.map((part) => part.getAttribute('aria-label'))).toEqual(['Main', 'Tab bar'])
  expect(screen.getByRole('banner').textContent).toContain('TengrandStock Market Simulator')
})

test('the search leads to a stock, where reading goes on at its heading', async () => {
  await openPage('/pro', 'Go Pro')
  await pressSearchKey()
  await userEvent.keyboard('nv')
  await screen.findByRole('option', { name: /NVDA/ })
  await userEvent.keyboard('{ArrowDown}{Enter}')
  const stock = await expectPage('NVDA', '/stock/NVDA')
  await waitFor(() => expect(document.activeElement).toBe(stock))
  await pressSearchKey()
  await userEvent.keyboard('apple{Enter}')
  await expectPage('AAPL', '/stock/AAPL')
  await pressSearchKey()
  await userEvent.keyboard('zzzz{Enter}')
  await expectPage('ZZZZ', '/stock/ZZZZ')
})

test('the search goes to a stock once, however often it is searched for', async () => {
  await openPage('/stock/AAPL', 'AAPL')
  const entries = window.history.length
  await userEvent.type(screen.getByRole('combobox'), 'aapl{Enter}')
  expect(address()).toBe('/stock/AAPL')
  expect(window.history.length).toBe(entries)
})

describe('in a lesson', () => {
  const enter = (changes: object) => {
    provider.replies['/api/leagues/l-1'] = () =>
      Response.json({ ...ownLesson('lobby', 0), ...changes })
    provider.replies['/api/leagues/l-1/board'] = () => Response.json(boardOf(['Mia']))
  }

  test("the projector's page shows neither the email nor any other part of the app", async () => {
    enter({})
    await openAt('/leagues/l-1/screen')
    await heading('Economics 10')
    expect(await screen.findByRole('button', { name: 'Mia' })).toBeTruthy()
    for (const role of ['banner', 'contentinfo', 'search', 'navigation'])
      expect(screen.queryByRole(role)).toBeNull()
    expect(document.body.textContent).not.toContain(ann)
  })

  test('the header has no search, which finds companies', async () => {
    enter({ role: 'member' })
    await openAt('/leagues/l-1')
    await heading('Economics 10')
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(screen.queryByRole('search')).toBeNull()
  })

  test('that is left, the header has it again', async () => {
    enter({})
    provider.replies['/api/leagues'] = () => Response.json({ leagues: [], former: [] })
    await openAt('/leagues/l-1')
    await heading('Economics 10')
    await userEvent.click(screen.getAllByRole('link', { name: 'Leaderboard' })[0] ?? document.body)
    await heading('Leaderboard')
    expect(screen.getByRole('search')).toBeTruthy()
  })
})
