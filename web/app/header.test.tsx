// The header of the specification: the mark, the name and the tagline, and a pill for Pro.
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { MemoryRouter } from '../testing/memory-router.tsx'
import { Header } from './navigation.tsx'

beforeEach(() => {
  render(
    <MemoryRouter at="/portfolio">
      <Header />
    </MemoryRouter>,
  )
})
afterEach(cleanup)

const linksOf = () => within(screen.getByRole('navigation', { name: 'Main' })).getAllByRole('link')

test('the header has the mark, the name and the tagline, which lead home', () => {
  const home = screen.getByRole('link', { name: /^Tengrand/ })
  expect(home.textContent).toBe('TengrandStock Market Simulator')
  expect(home.querySelector('svg')).not.toBeNull()
  expect(home.getAttribute('href')).toBe('/')
})

test('the header draws Go Pro as a pill, and nothing else', () => {
  const pills = linksOf().filter(({ className }) => className.includes('rounded-full'))
  expect(pills.map(({ textContent }) => textContent)).toEqual(['Go Pro'])
})
