// Draws the comparison on a canvas in the size of link previews. Nothing of it leaves the browser.
import { drawChart } from './draw-chart.ts'
import { widthOf, write, type Pen, colorsIn, type Scheme } from './pen.ts'
import type { Picture } from './picture.ts'

const size = { width: 1200, height: 630 }
const left = 72
const right = size.width - left

export async function drawPicture(picture: Picture, scheme: Scheme): Promise<HTMLCanvasElement> {
  // A canvas does not redraw text when its font arrives.
  await document.fonts.ready
  const canvas = Object.assign(document.createElement('canvas'), size)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser draws no pictures')
  const font = getComputedStyle(document.body).fontFamily
  const pen = { context, font, colors: colorsIn(scheme) }
  drawPaper(pen)
  drawHead(pen, picture)
  drawHeadline(pen, picture)
  drawChart(pen, picture, { left, right, top: 262, bottom: 490 })
  drawNotes(pen, picture)
  return canvas
}

export const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture'))), 'image/png')
  })

/** A card on the background of the page. */
function drawPaper({ context, colors }: Pen): void {
  context.fillStyle = colors.bg
  context.fillRect(0, 0, size.width, size.height)
  const inset = 24
  context.beginPath()
  context.roundRect(inset, inset, size.width - 2 * inset, size.height - 2 * inset, 28)
  context.fillStyle = colors.surface
  context.fill()
  context.strokeStyle = colors.line
  context.lineWidth = 2
  context.stroke()
}

function drawHead(pen: Pen, { by, period }: Picture): void {
  drawLogo(pen)
  const beside = left + 68
  write(pen, 'Tengrand', { x: beside, y: 82, size: 27, weight: 600 })
  write(pen, 'Stock Market Simulator', { x: beside, y: 107, size: 18, color: 'muted' })
  const end = { x: right, align: 'right' } as const
  write(pen, by, { ...end, y: 82, size: 24, weight: 600 })
  write(pen, period, { ...end, y: 107, size: 18, color: 'muted' })
}

/** The shape of ui/logo.tsx. */
function drawLogo({ context, colors }: Pen): void {
  context.save()
  context.translate(left, 58)
  context.scale(52 / 32, 52 / 32)
  context.beginPath()
  context.roundRect(0, 0, 32, 32, 9)
  context.fillStyle = colors.accent
  context.fill()
  context.beginPath()
  context.moveTo(7.5, 21.5)
  context.lineTo(13, 15)
  context.lineTo(17, 19)
  context.lineTo(25, 9.5)
  context.lineWidth = 3
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.strokeStyle = colors['on-accent']
  context.stroke()
  context.restore()
}

/** Draws the headline in the largest size that fits, and the two returns in the colors of their lines. */
function drawHeadline(pen: Pen, { headline, isLoss }: Picture): void {
  const wanted = 58
  const look = { y: 204, weight: 600 } as const
  const width = widthOf(pen, headline, { ...look, size: wanted })
  const fitting = Math.min(wanted, Math.floor((wanted * (right - left)) / width))
  const tones = [isLoss ? 'loss' : 'gain', 'accent'] as const
  let x = left
  headline.split(/([+\u2212]?[\d,.]+%)/).forEach((words, index) => {
    const color = index % 2 === 1 ? tones[(index - 1) / 2] : undefined
    x += write(pen, words, { ...look, x, size: fitting, color })
  })
}

function drawNotes(pen: Pen, { notes: [market, money] }: Picture): void {
  const look = { y: 570, size: 17, color: 'muted' } as const
  write(pen, market, { ...look, x: left })
  write(pen, money, { ...look, x: right, align: 'right' })
}
