// What the organiser of a lesson does for guests: renames one, lets one back in who lost the cookie, and clears the lobby.
import { randomUUID } from 'node:crypto'

import { expect, type Browser, type Page } from '@playwright/test'

import { expectGoodOnScreens } from './accessible.ts'
import { apiOf } from './league-world.ts'
import { arriveSignedIn } from './learner.ts'
import { allowConsoleErrors, test } from './product.ts'

interface Lesson {
  readonly id: string
  readonly code: string
}

interface Entered {
  readonly token: string
  readonly portfolio: string
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('the organiser renames a guest, lets one back in, and clears the lobby', async ({
  page,
  browser,
  product,
}) => {
  await using closing = new AsyncDisposableStack()
  const openBrowser = () => openPage(browser, product.url, closing)
  await arriveSignedIn(page, '/leagues')
  const lesson = await createLesson(page)
  const [zoe, lukasz] = await Promise.all([openBrowser(), openBrowser()])
  await joinAsGuest(zoe, lesson, 'Zoë')
  await joinAsGuest(lukasz, lesson, 'Łukasz Šťastný-Müller 12')

  await page.goto(`/leagues/${lesson.id}`)
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByText('(guest)')).toHaveCount(2)
  await expectGoodOnScreens(page, 'members', { widths: [1280, 1024, 390, 320] })
  await renames(page)
  await letsBackIn(page, [await openBrowser(), await openBrowser()], lesson)

  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto(`/leagues/${lesson.id}/screen`)
  await expect(page.getByText(/No account needed/)).toBeVisible()
  await expect(button(page, 'Zoé B')).toBeVisible()
  await expectGoodOnScreens(page, 'lobby with guests', { widths: [1920, 1280, 390] })
  await clearsTheLobby(page, lesson)
  await expect(joinAsGuest(await openBrowser(), lesson, 'Mia')).rejects.toThrow('404')
})

/** With the form, which allows guests unless the organiser switches them off. */
async function createLesson(page: Page): Promise<Lesson> {
  await button(page, 'Create a lesson').click()
  await page.getByText('Who can join').click()
  await expect(page.getByLabel('Guests can join without an account')).toBeChecked()
  await expectGoodOnScreens(page, 'the form of a lesson with guests', { widths: [1280, 390] })
  await button(page, 'Create').click()
  await expect(page).toHaveURL(/\/leagues\/[\w-]+\/screen$/)
  const [, id = ''] = /\/leagues\/([\w-]+)\//.exec(page.url()) ?? []
  return (await apiOf(page.request))('GET', `/leagues/${id}`)
}

async function openPage(
  browser: Browser,
  baseURL: string,
  closing: AsyncDisposableStack,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' })
  closing.defer(() => context.close())
  const page = await context.newPage()
  await page.goto('/login')
  return page
}

/** From the page, because the server takes joins of its own pages only. */
async function joinAsGuest(page: Page, { code }: Lesson, name: string): Promise<Entered> {
  const answer = await page.evaluate(
    async ([path, body, key]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': key }
      const response = await fetch(path, { method: 'POST', headers, body })
      return { status: response.status, entered: await response.json() }
    },
    [`/api/join/${code}/guest`, JSON.stringify({ name }), randomUUID()] as const,
  )
  if (answer.status !== 201) throw new Error(`${answer.status} for ${name}`)
  return answer.entered
}

async function renames(page: Page): Promise<void> {
  await button(page, 'Rename Zoë').click()
  const field = page.getByLabel('New name for Zoë')
  await expect(field).toBeFocused()
  await page.keyboard.type('lukasz stastny-muller 12')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('already')
  await expect(field).toHaveValue('lukasz stastny-muller 12')
  await expectGoodOnScreens(page, 'a name that is refused', { widths: [1280, 320] })
  allowConsoleErrors(page, 'status of 409')
  await field.fill('Zoé B')
  await button(page, 'Save').click()
  const members = page.getByRole('table', { name: 'Members' })
  await expect(members.getByRole('rowheader', { name: /^Zoé B/ })).toBeVisible()
  await expect(button(page, 'Rename Zoé B')).toBeFocused()
}

/** Of two browsers without the cookie of the guest, the first that opens the link of the QR code is let in. */
async function letsBackIn(
  page: Page,
  [first, second]: readonly [Page, Page],
  { id }: Lesson,
): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await button(page, 'Let back in Zoé B').click()
  const dialog = page.getByRole('dialog', { name: 'Let Zoé B back in' })
  await expect(dialog.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
  await expect(dialog.getByRole('timer')).toHaveText(/^(5:00|4:\d\d) left$/)
  await expectGoodOnScreens(page, 'the way back in', { widths: [1280, 320] })
  await dialog.getByRole('button', { name: 'Copy the link' }).click()
  await expect(dialog.getByText('Copied.')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  await first.goto(link)
  await expect(first).toHaveURL(new RegExp(`/leagues/${id}/play$`))
  await expect(first.getByText('Waiting for the start.')).toBeVisible()
  await second.goto(link)
  await expect(second.getByText(/has expired or was already used/)).toBeVisible()
  await button(page, 'Close').click()
}

async function clearsTheLobby(page: Page, { code }: Lesson): Promise<void> {
  const shown = page.getByText(/^\w{4}-\w{4}$/)
  const before = await shown.innerText()
  expect(before.replace('-', '')).toBe(code)
  await button(page, 'Clear the lobby…').click()
  const dialog = page.getByRole('dialog', { name: 'Clear the lobby?' })
  await expect(dialog).toContainText('Removes all guests without a trade and makes a new code.')
  await dialog.getByRole('button', { name: 'Clear the lobby' }).click()
  await expect(page.getByText('Waiting for the first member')).toBeVisible()
  await expect(shown).not.toHaveText(before)
}
