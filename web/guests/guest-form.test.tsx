// Tests how a guest joins a lesson with its code and a nickname, in the whole app.
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'

import { address, ann, heading, openAt, provider, reload, testApp } from '../testing/app.tsx'
import { add } from '../testing/fill.ts'
import { league, lessonInvitation } from '../testing/leagues.ts'
import { isDown, refuses, type Reply } from '../testing/provider.ts'

const path = '/api/join/BCDF2345'
const enter = `${path}/guest`
let invited: object = lessonInvitation

/** As the server answers: with the cookie of the session. */
const lets: Reply = (body) => {
  provider.rememberGuest('l-1')
  return Response.json(
    { token: 'token', league: 'l-1', portfolio: 'p-1', name: body['name'] },
    { status: 201 },
  )
}

testApp(() => {
  localStorage.removeItem('tengrand-guest')
  invited = lessonInvitation
  provider.replies[path] = () => Response.json(invited)
  provider.replies[enter] = lets
})

const open = async () => {
  await openAt('/join/BCDF2345')
  await heading('Join with a code')
}
const nickname = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Nickname' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const plays = () => vi.waitFor(() => expect(address()).toBe('/leagues/l-1/play'))

describe('a nickname', () => {
  test('is there already, and is replaced by what is typed', async () => {
    await open()
    expect((await nickname()).value).toMatch(/^[A-Z]\w+ [A-Z]\w+ \d+$/)
    expect(screen.getByText('Choose a nickname, not your full name.')).toBeTruthy()
    expect(screen.getByText(/kept until 7 days after the lesson, then deleted/)).toBeTruthy()
    await userEvent.click(await nickname())
    await userEvent.keyboard('Zoé K{Enter}')
    await plays()
    expect(provider.bodies).toContainEqual({ name: 'Zoé K' })
  })

  test('is another one at a press', async () => {
    await open()
    const before = (await nickname()).value
    await press('Another name')
    expect((await nickname()).value).not.toBe(before)
    await press('Join')
    await plays()
    expect(provider.bodies).not.toContainEqual({ name: before })
  })

  test('cannot be typed where it has to be one that is offered', async () => {
    invited = { ...lessonInvitation, generated_names: true }
    await open()
    const before = (await nickname()).value
    await userEvent.type(await nickname(), 'Zoé')
    expect((await nickname()).value).toBe(before)
    expect(screen.getByText('In this lesson, you take a name that is offered.')).toBeTruthy()
    await press('Another name')
    expect((await nickname()).value).not.toBe(before)
  })

  test.each([{ code: 'name_taken' }, { code: 'invalid_name', ofGuest: 'shape' }] as const)(
    'that is refused is kept, with the sentence at the field: $code',
    async (refusal) => {
      provider.replies[enter] = refuses(refusal)
      await open()
      await userEvent.click(await nickname())
      await userEvent.keyboard('Max{Enter}')
      const alert = await screen.findByRole('alert')
      const field = await nickname()
      expect(field.value).toBe('Max')
      expect(field.getAttribute('aria-describedby')).toContain(alert.id)
      expect(field.getAttribute('aria-invalid')).toBe('true')
      expect(document.activeElement).toBe(field)
      const join = screen.getByRole('button', { name: 'Join' })
      // The keyboard of a phone covers what is below the button.
      expect(alert.compareDocumentPosition(join)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      expect(address()).toBe('/join/BCDF2345')
    },
  )
})

test.each([
  { code: 'league_full' },
  { code: 'removed' },
  { code: 'guests_not_allowed' },
  { code: 'too_many_requests', of: 'guests', retryAfterSeconds: 60 },
] as const)('a refusal is shown, and the name stays: $code', async (refusal) => {
  provider.replies[enter] = refuses(refusal)
  await open()
  await userEvent.click(await nickname())
  await userEvent.keyboard('Max{Enter}')
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect((await nickname()).value).toBe('Max')
})

test('a try after a lost answer has the same key, and one with another name a new one', async () => {
  await open()
  provider.replies[enter] = () => Response.json('unavailable', { status: 503 })
  await press('Join')
  await screen.findByRole('alert')
  await press('Join')
  await vi.waitFor(() => expect(provider.keys).toHaveLength(2))
  expect(provider.keys[1]).toBe(provider.keys[0])
  provider.replies[enter] = lets
  await press('Another name')
  await press('Join')
  await plays()
  expect(provider.keys[2]).not.toBe(provider.keys[0])
})

describe('without guests', () => {
  test('an account is needed for the lesson', async () => {
    invited = { ...lessonInvitation, guests: false }
    await open()
    expect(await screen.findByText('You need an account to join this lesson.')).toBeTruthy()
    expect(screen.queryByRole('textbox')).toBeNull()
    await press('Sign in or sign up to join')
    await heading('Welcome back')
  })

  test('the sign-in screen has no link to the code', async () => {
    await openAt('/')
    await heading('Welcome back')
    await vi.waitFor(() => expect(provider.asked).toContain('GET /config.json'))
    expect(screen.getByText('Join a lesson with a code').parentElement?.className).toMatch(
      /\binvisible\b/,
    )
  })
})

test('the sign-in screen leads to the code', async () => {
  provider.hasGuests = true
  await openAt('/')
  const link = await screen.findByRole('link', { name: 'Join a lesson with a code' })
  await vi.waitFor(() => expect(link.parentElement?.className).not.toMatch(/\binvisible\b/))
  await userEvent.click(link)
  await heading('Join with a code')
  expect(address()).toBe('/join')
})

describe('with an account', () => {
  test('the sign-in leads back, and the account joins', async () => {
    provider.replies[path] = (body) =>
      'organiser_name' in body
        ? Response.json({ ...league, ...invited, id: 'l-1', ranked: true }, { status: 201 })
        : Response.json(invited)
    await open()
    await press('Sign in')
    await heading('Welcome back')
    add(screen.getByLabelText('Email'), ann)
    add(screen.getByLabelText('Password'), provider.passwords[ann] ?? '')
    await press('Sign In')
    await heading('Join with a code')
    expect(screen.queryByRole('textbox', { name: 'Nickname' })).toBeNull()
    await press('Join')
    await plays()
    expect(provider.asked).not.toContain(`POST ${enter}`)
  })
})

describe('the guest of the lesson', () => {
  const hasJoined = async () => {
    await open()
    await userEvent.click(await nickname())
    await userEvent.keyboard('Zoé K{Enter}')
    await plays()
    provider.asked.length = 0
  }

  test('goes on with one press, and asks for nothing', async () => {
    await hasJoined()
    await open()
    expect(await screen.findByText('You are in this lesson as Zoé K.')).toBeTruthy()
    await press('Go to the lesson')
    await plays()
    expect(provider.asked).not.toContain(`POST ${enter}`)
  })

  test('comes back after signing out, also when the door is closed', async () => {
    await hasJoined()
    await press('Sign out')
    await heading('Join with a code')
    provider.replies[path] = refuses({ code: 'unknown_code' })
    await open()
    await reload()
    expect(await screen.findByText('You are in this lesson as Zoé K.')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    await press('Go to the lesson')
    await plays()
    expect(provider.bodies.at(-1)).toEqual({ name: 'Zoé K' })
  })
})

test('a browser that refuses cookies has a sentence too, and the name stays', async () => {
  provider.replies[enter] = () =>
    Response.json({ token: 'token', league: 'l-1', portfolio: 'p-1', name: 'Max' }, { status: 201 })
  await open()
  await userEvent.click(await nickname())
  await userEvent.keyboard('Max{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong. Please try again.',
  )
  expect((await nickname()).value).toBe('Max')
})

test('a connection that is lost is said to be, and the name stays', async () => {
  provider.replies[enter] = isDown
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 400 })
  await open()
  await press('Join')
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be reached/)
  expect((await nickname()).value).not.toBe('')
})
