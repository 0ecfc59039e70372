// The list of guides: what each is called, how long it takes, whom it is for and where it leads.
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import GuidesPage from './guides-page.tsx'

afterEach(cleanup)

const show = () =>
  render(
    <MemoryRouter>
      <GuidesPage />
    </MemoryRouter>,
  )

test.each([
  {
    title: 'Investment Basics',
    path: '/getting-started/basics',
    minutes: '5 min read',
    level: 'Beginner',
  },
  {
    title: 'Trading Strategies',
    path: '/getting-started/strategies',
    minutes: '8 min read',
    level: 'Intermediate',
  },
  {
    title: 'Using Tengrand',
    path: '/getting-started/platform',
    minutes: '6 min read',
    level: 'All levels',
  },
])('$title is listed with $minutes and $level', ({ title, path, minutes, level }) => {
  show()
  const heading = screen.getByRole('heading', { level: 2, name: title })
  expect(within(heading).getByRole('link').getAttribute('href')).toBe(path)
  const card = within(heading.closest('li') ?? document.body)
  expect(card.getByText(minutes)).toBeTruthy()
  expect(card.getByText(level)).toBeTruthy()
})

test('the guides stand in the order in which they are best read', () => {
  show()
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Investment Basics',
    'Trading Strategies',
    'Using Tengrand',
  ])
})

test('the list says that it is not investment advice', () => {
  show()
  expect(screen.getByText(/not investment advice/)).toBeTruthy()
})
