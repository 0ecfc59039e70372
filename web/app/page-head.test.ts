// Tests the metadata of index.html: the icons for the home screens of phones, and the preview card of links.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const read = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', name))
const head = new DOMParser().parseFromString(read('index.html').toString(), 'text/html').head
const hrefOf = (rel: string) => head.querySelector(`link[rel='${rel}']`)?.getAttribute('href')
const contentOf = (name: string) =>
  head.querySelector(`meta[property='${name}'], meta[name='${name}']`)?.getAttribute('content')

/** Reads the size of a PNG from its header. */
function sizeOf(path: string): string {
  const file = read(`public${path}`)
  expect(file.toString('latin1', 1, 4)).toBe('PNG')
  return `${file.readUInt32BE(16)}x${file.readUInt32BE(20)}`
}

test('the page has an icon for the screens of phones', () => {
  expect(sizeOf(hrefOf('apple-touch-icon') ?? '')).toBe('180x180')
})

test('the page has a manifest, whose icons are there in the sizes that it tells', () => {
  const manifest = JSON.parse(read(`public${hrefOf('manifest')}`).toString())
  expect(manifest).toMatchObject({ short_name: 'Tengrand', start_url: '/', display: 'standalone' })
  const pictures = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png')
  expect(pictures).toHaveLength(3)
  for (const { src, sizes } of pictures) expect(sizeOf(src)).toBe(sizes)
})

test('a link to the page has a title, a sentence and a picture as a card', () => {
  expect(contentOf('og:title')).toBe('Tengrand · Stock Market Simulator')
  expect(contentOf('og:description')).toContain('$10,000 of virtual money')
  expect(contentOf('twitter:card')).toBe('summary_large_image')
  const size = `${contentOf('og:image:width')}x${contentOf('og:image:height')}`
  expect(sizeOf(contentOf('og:image') ?? '')).toBe(size)
})
