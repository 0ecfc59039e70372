// Tests the account menu: the display name, the links, the theme, the search key, and how the menu is closed.
import { alertText } from '../testing/announced.ts'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'

import {
  account,
  isDown,
  Learner,
  neverAnswers,
  refuses,
  replies,
  requests,
  says,
  signInThrough,
  testAsLearner,
  timesAsked,
} from '../testing/learner.tsx'
import { embedded, firebase, oidc } from '../testing/provider.ts'
import { AccountMenu } from './account-menu.tsx'

/** Replies to a PATCH only; a GET of the same address still answers with the account. */
const change = (reply: (typeof replies)[string]) => {
  replies['/api/account'] = (asked) => (asked.method === 'PATCH' ? reply : says(account))(asked)
}

testAsLearner(() => {
  replies['/api/account'] = says(account)
  delete document.documentElement.dataset['theme']
  document.head.innerHTML = `
    <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)">
    <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">`
  render(<AccountMenu email="ann@example.com" />, { wrapper: Learner })
})
afterEach(() => {
  // Unmounts under real timers: under fake ones a pending mutation reschedules its removal for ever.
  cleanup()
})

const button = () => screen.getByRole('button', { name: 'Account ann@example.com' })
const open = async () => {
  await userEvent.click(button())
  await screen.findByRole('radiogroup', { name: 'Theme' })
}
const theme = () => document.documentElement.dataset['theme']

async function edit(name: string) {
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Edit display name' }))
  await userEvent.clear(field())
  await userEvent.type(field(), `${name}{Enter}`)
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Display name' })

describe('the menu', () => {
  test('leads to what explains the result, and to the leagues', async () => {
    await open()
    const ways = ['Insights', 'Leagues'].map((name) => screen.getByRole('link', { name }))
    expect(ways.map((way) => way.getAttribute('href'))).toEqual(['/insights', '/leagues'])
  })

  test('is closed at first, and asks for nothing', () => {
    expect(button().getAttribute('aria-expanded')).toBe('false')
    expect(requests).toEqual([])
  })

  test('opens from the email, and shows the whole of it', async () => {
    expect(button().textContent).toBe('ann@example.com')
    await open()
    expect(screen.getAllByText('ann@example.com')).toHaveLength(2)
  })

  test('ends with the entry that deletes the account, in red', async () => {
    await open()
    const last = screen.getAllByRole('button').at(-1)
    expect(last?.textContent).toBe('Delete my account…')
    expect(last?.className).toContain('text-loss')
  })

  test('closes with Escape and gives the focus back', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(document.activeElement).toBe(button())
  })

  test('closes with a click elsewhere', async () => {
    await open()
    await userEvent.click(document.body)
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })
})

describe('the display name', () => {
  test('is shown', async () => {
    await open()
    expect(await screen.findByText('Calm Otter 12')).toBeTruthy()
  })

  test('says that it is on its way', async () => {
    replies['/api/account'] = neverAnswers
    await open()
    expect(screen.getByText('Loading...').getAttribute('role')).toBe('status')
  })

  test('says why it cannot be shown, and can be asked for again', async () => {
    replies['/api/account'] = refuses({ code: 'internal_error' })
    await open()
    expect(await alertText()).toContain('Something went wrong on our side. Please try again.')
    replies['/api/account'] = says(account)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Calm Otter 12')).toBeTruthy()
  })

  test('can be changed', async () => {
    change(({ body }) => Response.json({ ...account, ...(body as object) }))
    await edit('Ada L')
    expect(await screen.findByText('Name changed.')).toBeTruthy()
    expect(screen.getByText('Ada L')).toBeTruthy()
    expect(requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { display_name: 'Ada L' },
    ])
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit display name' }))
  })

  test.each([
    {
      why: refuses({ code: 'invalid_name' }),
      sentence:
        'Use 3 to 24 letters (A to Z), digits, single spaces, - and _. At least three must be letters or digits.',
    },
    {
      why: refuses({ code: 'invalid_name', isReserved: true }),
      sentence: "You can't use this name here. Choose another one.",
    },
    {
      why: refuses({ code: 'name_taken' }),
      sentence: 'Someone already has this name. Choose another one.',
    },
    {
      why: isDown,
      sentence: 'The server cannot be reached. Check your connection and try again.',
    },
  ])('stays in the form with: $sentence', async ({ why, sentence }) => {
    change(why)
    await edit('ab')
    expect(await alertText()).toBe(sentence)
    expect(field().value).toBe('ab')
    expect(field().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field())
    change(says({ ...account, display_name: 'Ada L' }))
    await userEvent.type(field(), 'c{Enter}')
    expect(await screen.findByText('Ada L')).toBeTruthy()
  })

  test('is sent once, however often it is submitted', async () => {
    change(neverAnswers)
    await edit('Ada L')
    await userEvent.keyboard('{Enter}{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Saving...' }))
    expect(timesAsked('PATCH /api/account')).toBe(1)
  })

  test.each([
    { how: 'Escape', leave: () => userEvent.keyboard('{Escape}') },
    { how: 'Cancel', leave: () => userEvent.click(screen.getByRole('button', { name: 'Cancel' })) },
  ])('stays as it was with $how, and the menu open', async ({ leave }) => {
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Edit display name' }))
    expect(document.activeElement).toBe(field())
    await userEvent.type(field(), 'other')
    await leave()
    expect(screen.getByText('Calm Otter 12')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit display name' }))
    expect(timesAsked('PATCH /api/account')).toBe(0)
  })
})

describe('the way to password and email', () => {
  const own = { email: 'ann@example.com', hasPassword: true, pendingEmail: null }
  const entry = { name: 'Change password or email' }
  const openWith = async (changed: Partial<Record<keyof typeof own, unknown>>) => {
    signInThrough(embedded)
    replies['/identity/account'] = says({ ...own, ...changed })
    await open()
  }

  test('is there for somebody with a password of this server, and leads to its page', async () => {
    await openWith({})
    const link = await screen.findByRole('link', entry)
    expect(link.getAttribute('href')).toBe('/account')
  })

  test('says which email waits to be confirmed', async () => {
    await openWith({ pendingEmail: 'ann@north.example' })
    expect(
      await screen.findByText('To change your email, confirm at ann@north.example'),
    ).toBeTruthy()
  })

  test('is there also where nothing is known of it, because its page says why', async () => {
    signInThrough(embedded)
    await open()
    expect(await screen.findByRole('link', entry)).toBeTruthy()
  })

  test('is not there for somebody who comes in through Google, who is told so', async () => {
    await openWith({ hasPassword: false })
    expect(await screen.findByText('You sign in with Google.')).toBeTruthy()
    expect(screen.queryByRole('link', entry)).toBeNull()
  })

  test.each([
    { who: 'comes from an issuer', identity: oidc },
    { who: 'comes from Firebase', identity: firebase },
  ])('is not there for somebody who $who', async ({ identity }) => {
    signInThrough(identity)
    replies['/identity/account'] = says({ ...own, hasPassword: false })
    await open()
    await screen.findByText('Calm Otter 12')
    expect(timesAsked('GET /identity/account')).toBe(0)
    expect(screen.queryByRole('link', entry)).toBeNull()
    expect(screen.queryByText(/Google/)).toBeNull()
  })
})

describe('the theme', () => {
  test('follows the system until something is chosen', async () => {
    await open()
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('System')
    expect(theme()).toBeUndefined()
  })

  test('is kept when it is chosen, and given up again', async () => {
    await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(theme()).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('Dark')
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    expect(theme()).toBeUndefined()
    expect(localStorage.getItem('theme')).toBeNull()
  })

  test('colors the frame of the browser too', async () => {
    const medias = () =>
      [...document.head.querySelectorAll('meta')].map((meta) => meta.getAttribute('media'))
    await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(medias()).toEqual(['not all', 'all'])
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    expect(medias()).toEqual(['(prefers-color-scheme: light)', '(prefers-color-scheme: dark)'])
  })

  test('works in a browser that keeps nothing', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Light' }))
    expect(theme()).toBe('light')
  })

  test('follows another tab, also while the menu is closed', () => {
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }))
    })
    expect(theme()).toBe('light')
  })
})

describe('the key of the search', () => {
  test('can be switched off and on, which is kept', async () => {
    await open()
    const choice = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Press / to search',
    })
    expect(choice.checked).toBe(true)
    await userEvent.click(choice)
    expect(choice.checked).toBe(false)
    expect(localStorage.getItem('search-key')).toBe('off')
    await userEvent.click(choice)
    expect(choice.checked).toBe(true)
    expect(localStorage.getItem('search-key')).toBeNull()
  })
})
