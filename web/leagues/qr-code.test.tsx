// Tests that a camera reads the link from the QR code as it is drawn.
import { render, screen } from '@testing-library/react'
import decodeLink from 'qr/decode.js'
import { expect, test } from 'vitest'

import QrCode from './qr-code.tsx'

const link = 'https://tengrand.example/join/BCDF2345'

/** Pixels on a side of a module. */
const scale = 4

/** The drawing as an image: white, with a dark square for each part of the path. */
function photograph(drawing: HTMLElement) {
  const side = Number(drawing.getAttribute('viewBox')?.split(' ')[3]) * scale
  const data = new Uint8Array(side * side * 4).fill(255)
  const path = drawing.querySelector('path')?.getAttribute('d') ?? ''
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const from = ((Number(y) * scale + row) * side + Number(x) * scale) * 4
      data.fill(0, from, from + scale * 4)
    }
  }
  // The pixels are opaque.
  for (let alpha = 3; alpha < data.length; alpha += 4) data[alpha] = 255
  return { width: side, height: side, data }
}

test('has the link, and a name for those who do not see it', () => {
  render(<QrCode text={link} />)
  const drawing = screen.getByRole('img', { name: 'QR code of the link' })
  expect(decodeLink(photograph(drawing))).toBe(link)
})
