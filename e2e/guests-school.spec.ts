// Guests at a server whose people sign in at a school's issuer: the wish to keep a result survives the way there and back.
import { expect, type Page } from '@playwright/test'

import { apiOf, type League } from './league-world.ts'
import { noteConsoleErrors, test } from './product.ts'

test.use({ vouching: 'school', viewport: { width: 390, height: 844 } })

const teacher = { sub: 'curie-at-school', email: 'curie@school.example', email_verified: true }
const pupil = { sub: 'zoe-at-school', email: 'zoe@school.example', email_verified: true }

async function signInAtSchool(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with North High School' }).click()
  await page.getByRole('button', { name: /continue as/i }).click()
}

test('a guest signs out and comes back, and keeps the result by a sign-in at the school', async ({
  page,
  browser,
  product,
}) => {
  product.issuer.setPerson(teacher)
  await page.goto('/')
  await signInAtSchool(page)
  await expect(page).toHaveURL('/dashboard')
  const api = await apiOf(page.request)
  const { id, code } = await api<League>('POST', '/leagues', {
    kind: 'lesson',
    name: 'Economics 10',
    span: 'year',
    minutes: 10,
  })
  await using context = await browser.newContext({ baseURL: product.url, reducedMotion: 'reduce' })
  const guest = await context.newPage()
  const errors = noteConsoleErrors(guest)
  await guest.goto(`/join/${code}`)
  await guest.getByRole('button', { name: 'Join', exact: true }).click()
  await guest.getByRole('button', { name: 'Sign out' }).click()
  await expect(guest.getByLabel('Code')).toBeVisible()
  await guest.waitForLoadState('networkidle')
  await expect(guest).toHaveURL('/join')
  await guest.goto(`/join/${code}`)
  await guest.getByRole('button', { name: 'Go to the lesson' }).click()
  await expect(guest).toHaveURL(`/leagues/${id}/play`)

  await api('POST', `/leagues/${id}/start`)
  await expect(guest.getByText(/^Orders fill at the next price/)).toBeVisible()
  await api('POST', `/leagues/${id}/end`)
  await guest.getByRole('button', { name: 'Sign up or sign in' }).click()
  product.issuer.setPerson(pupil)
  await signInAtSchool(guest)
  await expect(guest).toHaveURL(`/leagues/${id}`)
  await expect(guest.getByText(pupil.email)).toBeVisible()
  await expect(guest.getByRole('row', { name: /\(you\)/ })).toBeVisible()
  expect(errors).toEqual([])
})
