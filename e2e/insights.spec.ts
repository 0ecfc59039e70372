// A result, explained, as the learner of the demo finds it: from the dashboard on, on a phone, and as a picture.
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

import { signInAsLearner, test } from './demo-world.ts'

// One world for all of them.
test.describe.configure({ mode: 'default' })

test('the comparison is saved as a picture, with a name or without, light or dark', async ({
  page,
  demo,
}) => {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await signInAsLearner(page, demo)
  await page.goto('/insights')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).origin))
  await page.getByRole('button', { name: 'Save as picture' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as picture' })
  const preview = dialog.getByRole('img')
  await expect(preview).toHaveAttribute('alt', /^You .+%, the market .+%\. Since .+ Anonymous\.$/)
  await expect(dialog.getByRole('radio', { name: 'Dark' })).toBeChecked()

  const pictures = [await savePicture(page)]
  await dialog.getByLabel('Show my name').check()
  await expect(preview).toHaveAttribute('alt', / Steady Otter 42\.$/)
  pictures.push(await savePicture(page))
  await dialog.getByRole('radio', { name: 'Light' }).click()
  pictures.push(await savePicture(page))
  await dialog.getByLabel('Show my name').uncheck()
  await expect(preview).toHaveAttribute('alt', / Anonymous\.$/)
  pictures.push(await savePicture(page))

  // No choice is without effect.
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(4)
  const grounds = await Promise.all(pictures.map((picture) => groundOf(page, picture)))
  expect(grounds).toEqual(['11,13,18', '11,13,18', '246,247,249', '246,247,249'])
  expect(new Set(asked.filter((origin) => origin !== 'null'))).toEqual(new Set([demo.url]))
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Save as picture' })).toBeFocused()
})

/** A PNG file says in its first part how large it is. */
async function savePicture(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save picture' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('tengrand-market-all.png')
  await expect(page.getByText('Saved as tengrand-market-all.png.')).toBeVisible()
  const bytes = await readFile(await file.path())
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001A\n')
  expect(bytes.subarray(12, 16).toString('latin1')).toBe('IHDR')
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
  return bytes
}

/** The color of its first pixel. */
const groundOf = (page: Page, picture: Buffer): Promise<string> =>
  page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const context = document.createElement('canvas').getContext('2d')
      context?.drawImage(image, 0, 0)
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join(',')
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  )
