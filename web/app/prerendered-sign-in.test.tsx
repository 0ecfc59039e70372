// Tests the prerendered sign-in screen: the HTML of the build, and its replacement by the app.
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'

import { replacePrerendered } from '../ui/prerendered-sign-in.ts'
import { startAtSignIn } from '../session/login-state.ts'
import { prerenderSignIn } from '../sign-in/prerender-sign-in.tsx'
import { address, ann, expectPage, openAt, provider, testApp } from '../testing/app.tsx'

const root = document.documentElement

testApp(() => {
  localStorage.clear()
  root.dataset['prerendered'] = 'first'
})
afterEach(() => {
  delete root.dataset['prerendered']
  document.body.replaceChildren()
})

/** Renders the page as a browser shows it before any script has loaded. */
function drawPage(): HTMLElement {
  const page = document.createElement('div')
  page.innerHTML = prerenderSignIn()
  document.body.append(page)
  localStorage.clear()
  return page
}

describe('the screen in the page', () => {
  test('has words for a first visit and for the others', () => {
    const page = drawPage()
    const names = [...(page.querySelector('h1')?.children ?? [])]
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Welcome to Tengrand',
      'Welcome back',
    ])
    expect(page.querySelectorAll('form')).toHaveLength(1)
  })

  test('can be filled in, but sends nothing anywhere', () => {
    const page = drawPage()
    for (const form of page.querySelectorAll('form')) {
      expect(form.getAttribute('method')).toBe('dialog')
      expect(form.hasAttribute('action')).toBe(false)
    }
    expect(page.querySelectorAll('input:enabled')).toHaveLength(2)
    const enabled = [...page.querySelectorAll('button:enabled')]
    expect(enabled.map(({ textContent }) => textContent)).toEqual(['Sign InProcessing...'])
  })

  test('has labels that lead to its own fields', () => {
    const page = drawPage()
    const ids = [...page.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const label of page.querySelectorAll('label')) {
      expect(page.querySelector(`[id="${label.htmlFor}"]`)?.tagName).toBe('INPUT')
    }
  })

  test('is replaced by the app, with what was typed and where', async () => {
    drawPage()
    const [typed] = document.querySelectorAll<HTMLInputElement>('[data-prerendered-sign-in] input')
    if (!typed) throw new Error('no field')
    typed.value = ann
    typed.focus()
    const app = document.createElement('div')
    app.id = 'root'
    app.innerHTML = '<input name="email"><input name="password">'
    document.body.append(app)
    replacePrerendered()
    expect(document.querySelector('[data-prerendered-sign-in]')).toBeNull()
    expect(root.dataset['prerendered']).toBeUndefined()
    const [email, password] = app.querySelectorAll('input')
    expect(email?.value).toBe(ann)
    expect(document.activeElement).toBe(email)
    expect(password?.value).toBe('')
  })

  /** Draws a filled in screen and starts the app on it. */
  async function openFilled(isSubmitted: boolean): Promise<void> {
    const { firstElementChild: signIn } = drawPage()
    for (const input of signIn?.querySelectorAll('input') ?? []) {
      input.value = input.name === 'email' ? ann : 'correct horse'
    }
    signIn?.toggleAttribute('data-submitted', isSubmitted)
    await openAt('/')
    await waitFor(() => expect(document.querySelector('[data-prerendered-sign-in]')).toBeNull())
  }

  test('is submitted by the app, where it was before', async () => {
    await openFilled(true)
    await expectPage('Dashboard', '/dashboard')
    expect(provider.bodies).toEqual([{ email: ann, password: 'correct horse' }])
  })

  test('is not submitted otherwise', async () => {
    await openFilled(false)
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('correct horse')
    expect(provider.asked).toEqual(['GET /config.json'])
  })

  test('stays until the server has said who signs people in', async () => {
    provider.replies['/config.json'] = () => new Promise(() => {})
    drawPage()
    await openAt('/')
    await waitFor(() => expect(provider.asked).toEqual(['GET /config.json']))
    expect(document.querySelector('[data-prerendered-sign-in]')).toBeTruthy()
    expect(screen.getAllByLabelText('Email')).toHaveLength(1)
    cleanup()
    delete provider.replies['/config.json']
    await openAt('/')
    await waitFor(() => expect(document.querySelector('[data-prerendered-sign-in]')).toBeNull())
    expect(screen.getAllByLabelText('Email')).toHaveLength(1)
  })
})

test('whoever may be signed in has no second screen in the page', () => {
  drawPage()
  delete root.dataset['prerendered']
  startAtSignIn()
  expect(document.querySelector('[data-prerendered-sign-in]')).toBeNull()
})

test('whoever asked for another page is at the front from the first, and gets there after the sign-in', async () => {
  drawPage()
  window.history.pushState(null, '', '/stock/msft?from=mail')
  startAtSignIn()
  expect(address()).toBe('/')
  provider.remember(ann)
  await openAt('/', window.history.state.state)
  await expectPage('MSFT', '/stock/msft?from=mail')
})
