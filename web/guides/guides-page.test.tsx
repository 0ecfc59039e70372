// Tests the list of guides: the title, reading time, level and link of each.
import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import GuidesPage from './guides-page.tsx'

const show = () => render(<GuidesPage />, { wrapper: MemoryRouter })

const guides = [
  ['Investment Basics', '5 min read', 'Beginner', '/getting-started/basics'],
  ['Trading Strategies', '8 min read', 'Intermediate', '/getting-started/strategies'],
  ['Using Tengrand', '6 min read', 'All levels', '/getting-started/platform'],
] as const

test.each(guides.map(([title, minutes, level, path]) => ({ title, minutes, level, path })))(
  '$title is listed with $minutes and $level',
  ({ title, minutes, level, path }) => {
    show()
    const heading = screen.getByRole('heading', { level: 2, name: title })
    expect(within(heading).getByRole('link').getAttribute('href')).toBe(path)
    const card = within(heading.closest('li') ?? document.body)
    expect(card.getByText(minutes)).toBeTruthy()
    expect(card.getByText(level)).toBeTruthy()
  },
)

test('the guides stand in the order in which they are best read', () => {
  show()
  const titles = screen.getAllByRole('link').map((link) => link.textContent)
  expect(titles).toEqual(['Investment Basics', 'Trading Strategies', 'Using Tengrand'])
})

test('the list says that it is not investment advice', () => {
  show()
  expect(screen.getByText(/not investment advice/)).toBeTruthy()
})
