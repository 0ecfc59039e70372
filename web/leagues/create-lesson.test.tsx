// Tests the form of a new lesson: two choices and one button, and who can join.
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'

import { useLocation } from '../browser/router.tsx'
import LeaguesPage from './leagues-page.tsx'
import { alertText } from '../testing/announced.ts'
import { embedded } from '../testing/provider.ts'
import {
  isDown,
  refuses,
  renderAt,
  replies,
  requests,
  says,
  signInThrough,
  testAsLearner,
  type Reply,
} from '../testing/learner.tsx'
import { ownLesson } from '../testing/lesson-screen.tsx'

const Address = () => <output>{useLocation().pathname}</output>
const address = () => document.querySelector('output')?.textContent

let posted: Reply

testAsLearner(() => {
  posted = says(ownLesson('lobby', 0))
  replies['/api/leagues'] = (asked) =>
    asked.method === 'POST' ? posted(asked) : Response.json({ leagues: [], former: [] })
})

const button = (name: string) => screen.getByRole('button', { name })
const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const open = async () => {
  renderAt(
    '/leagues',
    <>
      <LeaguesPage />
      <Address />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Create a lesson' }))
}
const sent = () => requests.filter(({ method }) => method === 'POST')

test('one click makes a year in 20 minutes, and leads to the projector', async () => {
  await open()
  expect(input('Name').value).toMatch(/^Lesson [A-Z][a-z]{2} \d+$/)
  expect(document.activeElement).toBe(input('Name'))
  const name = input('Name').value
  await userEvent.click(button('Create'))
  await waitFor(() => expect(address()).toBe('/leagues/l-1/screen'))
  expect(sent()[0]?.body).toEqual({ kind: 'lesson', name, span: 'year', minutes: 20 })
})

test('the name, the market time and the length can be chosen', async () => {
  await open()
  await userEvent.keyboard('Economics 10b')
  await userEvent.selectOptions(input('Market time'), 'Five years')
  await userEvent.selectOptions(input('Played in'), '40 minutes')
  await userEvent.click(button('Create'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).toEqual({
    kind: 'lesson',
    name: 'Economics 10b',
    span: 'five_years',
    minutes: 40,
  })
})

test('the lengths are those of the installation', async () => {
  replies['/config.json'] = says({
    identity: embedded,
    lessonMinutes: [15, 45],
    proWaitlistUrl: '/waitlist',
  })
  await open()
  await waitFor(() =>
    expect(
      within(input('Played in'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['15 minutes', '45 minutes']),
  )
})

describe('where the server allows guests', () => {
  beforeEach(() => {
    signInThrough({ ...embedded, guests: true })
  })

  const unfold = async (words: string) => userEvent.click(await screen.findByText(words))
  const choice = (name: string) => screen.queryByRole<HTMLInputElement>('checkbox', { name })
  const guests = 'Guests can join without an account'
  const offered = 'Guests take a name that is offered'
  const create = async () => {
    await userEvent.click(button('Create'))
    await waitFor(() => expect(sent()).toHaveLength(1))
    return sent()[0]?.body
  }

  test('everyone with the code can join, under a name of their own', async () => {
    await open()
    await unfold('everyone with the code')
    expect(choice(guests)?.checked).toBe(true)
    expect(choice(offered)?.checked).toBe(false)
    expect(await create()).toMatchObject({ guests: true, generated_names: false })
  })

  test('guests can be made to take a name that is offered', async () => {
    await open()
    await unfold('everyone with the code')
    await userEvent.click(screen.getByLabelText(offered))
    expect(await create()).toMatchObject({ guests: true, generated_names: true })
  })

  test('guests can be left out', async () => {
    await open()
    await unfold('everyone with the code')
    await userEvent.click(screen.getByLabelText(guests))
    expect(choice(offered)).toBeNull()
    expect(screen.getByText('people with an account')).toBeTruthy()
    expect(await create()).toMatchObject({ guests: false })
  })

  test('a refusal keeps the choice', async () => {
    posted = refuses({ code: 'invalid_league_name' })
    await open()
    await unfold('everyone with the code')
    await userEvent.click(screen.getByLabelText(offered))
    await create()
    await alertText()
    expect(choice(offered)?.checked).toBe(true)
  })
})

test('the form says that everyone needs an account where the server has no guests', async () => {
  signInThrough({ ...embedded, guests: false })
  await open()
  expect(await screen.findByText('Everyone needs an account to join.')).toBeTruthy()
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(button('Create'))
  await waitFor(() => expect(sent()).toHaveLength(1))
  expect(sent()[0]?.body).not.toHaveProperty('guests')
})

test('the form has the plan of a school lesson', async () => {
  await open()
  expect(screen.getByText('A plan for 45 minutes:')).toBeTruthy()
  expect(screen.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    '5 min',
    '5 min',
    '20 min',
    '15 min',
  ])
})

test('a lesson is created once, also where the answer was lost', async () => {
  posted = isDown
  await open()
  await userEvent.click(button('Create'))
  expect(await alertText()).toContain("Try again. It won't happen twice.")
  posted = says(ownLesson('lobby', 0))
  await userEvent.click(button('Create'))
  await waitFor(() => expect(address()).toBe('/leagues/l-1/screen'))
  expect(new Set(sent().map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1)
})

test('a name that is refused keeps the choices', async () => {
  posted = refuses({ code: 'invalid_league_name' })
  await open()
  await userEvent.selectOptions(input('Market time'), 'A quarter')
  await userEvent.click(button('Create'))
  expect(await alertText()).toContain('Choose a name of 3 to 40 letters')
  expect(document.activeElement).toBe(input('Name'))
  expect(input('Market time').value).toBe('quarter')
})

test('the form can be given up', async () => {
  await open()
  await userEvent.click(button('Cancel'))
  expect(screen.queryByLabelText('Played in')).toBeNull()
  expect(document.activeElement).toBe(button('Create a lesson'))
})
