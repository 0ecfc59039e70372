// A guest of a lesson in Firefox: the link, a nickname, a trade, and the result kept in an account.
import { expect } from '@playwright/test'
import type { Page } from 'puppeteer-core'

import { newPerson } from '../e2e/learner.ts'
import { apiOf, type League } from '../e2e/league-world.ts'
import { field, named, pathOf, test, textsOf } from './firefox.ts'

test('a pupil joins a lesson in Firefox with a nickname, trades, and keeps the result', async ({
  tab,
  product,
  request,
}) => {
  const signedUp = await request.post('/identity/sign-up/email', { data: newPerson() })
  expect(signedUp.status()).toBe(200)
  const api = await apiOf(request)
  const plan = { kind: 'lesson', name: 'Économie 10', span: 'year', minutes: 10 }
  const { id, code } = await api<League>('POST', '/leagues', plan)
  await tab.setViewport({ width: 390, height: 844 })
  await tab.goto(`${product.url}/join/${code}`)
  await tab.locator(field('Nickname')).click()
  await tab.keyboard.type('Zoé K')
  await tab.locator(named('button', 'Join')).click()
  await expect.poll(() => pathOf(tab)).toBe(`/leagues/${id}/play`)
  await tab.locator('::-p-text(Waiting for the start.)').wait()
  expect(await tab.$$('header')).toHaveLength(0)

  await api('POST', `/leagues/${id}/start`)
  await tab.locator('::-p-text(Orders fill at the next price)').wait()
  await buys(tab)
  await tab.goto(`${product.url}/dashboard`)
  await expect.poll(() => pathOf(tab)).toBe(`/leagues/${id}/play`)

  await api('POST', `/leagues/${id}/end`)
  await tab.locator(named('button', 'Sign up or sign in')).click()
  await signsUp(tab)
  await expect.poll(() => pathOf(tab)).toBe(`/leagues/${id}`)
  await expect
    .poll(() => textsOf(tab, 'table[aria-label=Board] th[scope=row]'))
    .toContainEqual(expect.stringContaining('(you)'))
})

async function buys(tab: Page): Promise<void> {
  await tab.locator('main li:nth-child(3) button').click()
  await tab.locator(named('button', 'Buy all')).click()
  await tab.locator(named('button', 'Buy for all your cash')).click()
  await tab.locator('dialog ::-p-text(Bought)').wait()
  await tab.locator(named('button', 'Close')).click()
}

async function signsUp(tab: Page): Promise<void> {
  const { email, password } = newPerson()
  await tab.locator(named('button', 'Create an account')).click()
  await tab.locator(field('Email')).fill(email)
  await tab.locator(field('Password')).fill(password)
  await tab.locator(field('Confirm password')).fill(password)
  await tab.locator(`form ${named('button', 'Sign Up')}`).click()
}
