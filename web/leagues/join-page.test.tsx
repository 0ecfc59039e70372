// Tests the page behind a league's link, signed in and signed out, in the whole app.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { address, ann, heading, openAt, provider, testApp } from '../testing/app.tsx'
import { fill } from '../testing/fill.ts'
import { invitation, league, over } from '../testing/leagues.ts'
import { refuses, type Reply } from '../testing/provider.ts'

const path = '/api/join/BCDF2345'
let invited: object = invitation
let joined: Reply = () => Response.json(league, { status: 201 })

testApp(() => {
  invited = invitation
  joined = () => Response.json(league, { status: 201 })
  // The mock does not see the method, but only a join has a name in its body.
  provider.replies[path] = (body) =>
    'organiser_name' in body ? joined(body) : Response.json(invited)
  provider.replies['/api/leagues/l-1'] = () => Response.json(league)
})

const open = async (code = 'BCDF2345') => {
  await openAt(`/join/${code}`)
  await heading('Join with a code')
}
const rules = async () => {
  const terms = await screen.findAllByRole('term')
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )
}
const button = (name: string) => screen.findByRole('button', { name })

test('says whose league it is, its rules, and how many are in it', async () => {
  await open('bcdf-2345')
  expect(await screen.findByRole('heading', { level: 2, name: 'Class 9b' })).toBeTruthy()
  expect(await rules()).toMatchObject({
    Owner: 'Ms Curie',
    Members: '3',
    'Starting cash': '$10,000.00',
  })
  expect(provider.asked).toContain(`GET ${path}`)
  expect(screen.queryByText(/won't get a rank/)).toBeNull()
})

test('says before the joining that there will be no rank', async () => {
  invited = { ...invitation, would_be_ranked: false }
  await open()
  expect(await screen.findByText(/^You won't get a rank/)).toBeTruthy()
})

test('leads those who are signed out to the sign-in and back', async () => {
  await open()
  await userEvent.click(await button('Sign in or sign up to join'))
  await heading('Welcome back')
  fill(screen.getByLabelText('Email'), ann)
  fill(screen.getByLabelText('Password'), 'correct horse')
  await userEvent.click(await button('Sign In'))
  await heading('Join with a code')
  expect(address()).toBe('/join/BCDF2345')
  expect(await button('Join')).toBeTruthy()
})

describe('joining', () => {
  test('gives the owner the name, and leads to the league', async () => {
    provider.remember(ann)
    await open()
    const name = await screen.findByRole('textbox', {
      name: 'Your real name, for the owner (optional)',
    })
    await userEvent.type(name, ' Anna S., 9b ')
    await userEvent.click(await button('Join'))
    await heading('Class 9b')
    expect(address()).toBe('/leagues/l-1')
    expect(provider.bodies).toContainEqual({ organiser_name: 'Anna S., 9b' })
  })

  test('works without a name', async () => {
    provider.remember(ann)
    await open()
    await userEvent.click(await button('Join'))
    await heading('Class 9b')
    expect(provider.bodies).toContainEqual({ organiser_name: null })
  })

  test('asks for no name where there is no organiser any more', async () => {
    provider.remember(ann)
    invited = { ...invitation, owner: null }
    await open()
    await button('Join')
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  test('says why it was refused', async () => {
    provider.remember(ann)
    joined = refuses({ code: 'league_full' })
    await open()
    await userEvent.click(await button('Join'))
    expect((await screen.findByRole('alert')).textContent).toBe('This league is full.')
    expect(address()).toBe('/join/BCDF2345')
  })

  test('is for members only a link to their league', async () => {
    provider.remember(ann)
    invited = { ...invitation, league: 'l-1' }
    await open()
    const way = await screen.findByRole('link', { name: 'Go to the league' })
    expect(way.getAttribute('href')).toBe('/leagues/l-1')
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  })

  test('is not possible after the end', async () => {
    provider.remember(ann)
    invited = { ...invitation, ...over }
    await open()
    expect(await screen.findByText("This league is over. You can't join it any more.")).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Join' })).toBeNull()
  })
})

describe('a lesson', () => {
  const lesson = {
    ...invitation,
    kind: 'lesson',
    name: 'Economics 10',
    state: 'before',
    starts_at: null,
    ends_at: null,
    planned_ends_at: null,
    orders: 'now',
    holdings: 'after',
    span: 'year',
    minutes: 20,
  }

  test('says what happens, when holdings are seen, and who is ranked', async () => {
    invited = lesson
    await open()
    expect(await screen.findByRole('heading', { level: 2, name: 'Economics 10' })).toBeTruthy()
    expect(await rules()).toEqual({
      Organiser: 'Ms Curie',
      Members: '3',
      'Market time': 'A year',
      Length: '20 minutes',
      'Starting cash': '$10,000.00',
      Orders: 'Market only',
      'Others see holdings': 'After the end',
      Ranked: 'Only members who join in the first tenth of the lesson',
    })
    expect(screen.getByText(/^In this lesson, everyone trades the same 16 stocks/)).toBeTruthy()
    expect(screen.getByText(/The organiser starts the lesson\./)).toBeTruthy()
  })

  test('leads to the page on which it is played', async () => {
    provider.remember(ann)
    invited = lesson
    joined = () => Response.json({ ...league, ...lesson, ranked: true }, { status: 201 })
    await open()
    const name = await screen.findByRole('textbox', {
      name: 'Your real name, for the organiser (optional)',
    })
    await userEvent.type(name, 'Anna S., 9b')
    await userEvent.click(await button('Join'))
    await vi.waitFor(() => expect(address()).toBe('/leagues/l-1/play'))
    expect(provider.bodies).toContainEqual({ organiser_name: 'Anna S., 9b' })
  })

  test('says before a late joining that there will be no rank', async () => {
    provider.remember(ann)
    invited = { ...lesson, state: 'open', would_be_ranked: false }
    await open()
    expect(
      await screen.findByText(/^You won't get a rank, because this lesson ranks only/),
    ).toBeTruthy()
    expect(await button('Join')).toBeTruthy()
  })

  test('that is over says so', async () => {
    provider.remember(ann)
    invited = { ...lesson, state: 'over' }
    await open()
    expect(await screen.findByText("This lesson is over. You can't join it any more.")).toBeTruthy()
  })

  test('is a link for its members', async () => {
    provider.remember(ann)
    invited = { ...lesson, league: 'l-1' }
    await open()
    expect(await screen.findByText('You are in this lesson.')).toBeTruthy()
    const way = screen.getByRole('link', { name: 'Go to the lesson' })
    expect(way.getAttribute('href')).toBe('/leagues/l-1/play')
  })
})

test('without a code asks for one, as the projector says', async () => {
  await openAt('/join')
  await heading('Join with a code')
  await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'bcdf-2345{Enter}')
  expect(await screen.findByRole('heading', { level: 2, name: 'Class 9b' })).toBeTruthy()
  expect(address()).toBe('/join/BCDF2345')
})

describe('a wrong code', () => {
  test('says so, and takes another one', async () => {
    provider.replies['/api/join/GHJK6789'] = refuses({ code: 'unknown_code' })
    await open('GHJK6789')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(
      'GHJK-6789: This code opens no league or lesson. Check it, or ask the owner to open the door.',
    )
    await userEvent.type(screen.getByRole('textbox', { name: 'Code' }), 'bcdf 2345{Enter}')
    expect(await screen.findByRole('heading', { level: 2, name: 'Class 9b' })).toBeTruthy()
    expect(address()).toBe('/join/BCDF2345')
  })

  test('too often has to wait', async () => {
    provider.replies[path] = refuses({ code: 'too_many_codes', retryAfterSeconds: 600 })
    await open()
    expect((await screen.findByRole('alert')).textContent).toContain('try again in 10 minutes')
    // The server would count another try.
    expect(provider.asked.filter((one) => one === `GET ${path}`)).toHaveLength(1)
  })

  test('is not blamed where the server cannot be reached', async () => {
    provider.replies[path] = refuses({ code: 'internal_error' })
    await open()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load the league')
    expect(screen.queryByRole('textbox', { name: 'Code' })).toBeNull()
    provider.replies[path] = () => Response.json(invited)
    await userEvent.click(await button('Try again'))
    expect(await screen.findByRole('heading', { name: 'Class 9b' })).toBeTruthy()
  })
})
