// Tests the leagues at the end of the dashboard.
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import { league, over } from '../testing/leagues.ts'
import { isDown, renderAt, replies, says, testAsLearner } from '../testing/learner.tsx'
import LeaguesCard from './leagues-card.tsx'

testAsLearner()

const open = () => renderAt('/dashboard', <LeaguesCard />)

test('has the leagues that still run, with the time that is left', async () => {
  replies['/api/leagues'] = says({
    leagues: [league, { ...league, ...over, id: 'l-2' }],
    former: [],
  })
  open()
  const card = await screen.findByRole('region', { name: 'Your leagues' })
  const lines = within(card).getAllByRole('listitem')
  expect(lines.map((line) => line.textContent)).toEqual([
    expect.stringMatching(/^Class 9b\d+ days left · 3 members$/),
  ])
  const way = within(card).getByRole('link', { name: 'Class 9b' })
  expect(way.getAttribute('href')).toBe('/leagues/l-1')
})

test.each([
  ['in no league', says({ leagues: [], former: [] })],
  ['in leagues that are over', says({ leagues: [{ ...league, ...over }], former: [] })],
  ['with a list that failed to load', isDown],
])('is one line for a learner %s', async (_who, reply) => {
  replies['/api/leagues'] = reply
  open()
  const way = await screen.findByRole('link', { name: 'league' })
  expect(way.getAttribute('href')).toBe('/leagues')
  expect(screen.queryByRole('region')).toBeNull()
})
