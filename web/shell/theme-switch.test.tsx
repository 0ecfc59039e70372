// The theme switch: what it shows, what it keeps, and how it is closed.
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { ThemeSwitch } from './theme-switch.tsx'

const theme = () => document.documentElement.dataset['theme']
const open = () => userEvent.click(screen.getByRole('button', { name: /^Theme/ }))

beforeEach(() => {
  localStorage.clear()
  delete document.documentElement.dataset['theme']
  document.head.innerHTML = `
    <meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)">
    <meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)">`
  render(<ThemeSwitch />)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('ThemeSwitch', () => {
  test('follows the system until something is chosen', async () => {
    await open()
    expect(screen.getByRole('radio', { checked: true }).textContent).toBe('System')
    expect(theme()).toBeUndefined()
  })

  test('keeps a choice, and gives it up again', async () => {
    await open()
    await userEvent.click(screen.getByRole('radio', { name: 'Dark' }))
    expect(theme()).toBe('dark')
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(screen.getByRole('button', { name: 'Theme: dark' })).toBeTruthy()
    await userEvent.click(screen.getByRole('radio', { name: 'System' }))
    expect(theme()).toBeUndefined()
    expect(localStorage.getItem('theme')).toBeNull()
  })

  test('colours the frame of the browser too', async () => {
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

  test('follows another tab', () => {
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }))
    })
    expect(theme()).toBe('light')
    expect(screen.getByRole('button', { name: 'Theme: light' })).toBeTruthy()
  })

  test('closes with Escape and gives the focus back', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('radiogroup')).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Theme/ }))
  })

  test('closes with a click elsewhere', async () => {
    await open()
    await userEvent.click(document.body)
    expect(screen.queryByRole('radiogroup')).toBeNull()
  })
})
