// Saves the picture of a result and reads its size and colors.
import { readFile } from 'node:fs/promises'

import { expect, type Page } from '@playwright/test'

/** Saves the picture and checks its size, which is in the PNG header. */
export async function savePicture(page: Page): Promise<Buffer> {
  const download = page.waitForEvent('download')
  // Browsers encode pictures between two frames; without frames they wait for seconds.
  await page.evaluate(() => {
    const draw = () => void requestAnimationFrame(draw)
    if (!('isDrawing' in window)) draw()
    Object.assign(window, { isDrawing: true })
  })
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

/** The background color: that of the first pixel. */
export const groundOf = (page: Page, picture: Buffer): Promise<string> =>
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
