// Draws the chart of the picture: both lines with their first and last values, and the first and last day of the axis.
import { padValue } from '../portfolio/value-names.ts'
import { makeScale, type Scale } from '../ui/line-chart-scale.ts'
import { widthOf, write, type Pen, type Colors } from './pen.ts'
import type { Picture, PictureLine } from './picture.ts'

interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface Stroke {
  /** The portfolio: solid, and drawn over the market. */
  readonly isOwn: boolean
  readonly line: PictureLine
  readonly color: keyof Colors
}

const smallLook = { size: 19 } as const
const endLook = { size: 27, weight: 600 } as const
const gap = 20

export function drawChart(pen: Pen, picture: Picture, around: Box): void {
  const { you, market, isLoss } = picture
  const own: Stroke = { isOwn: true, line: you, color: isLoss ? 'loss' : 'gain' }
  const lines = market ? [own, { isOwn: false, line: market, color: 'accent' } as const] : [own]
  const points = lines.flatMap(({ line }) => line.points)
  const widest = (of: 'start' | 'name' | 'end', look: typeof smallLook | typeof endLook): number =>
    Math.max(...lines.map(({ line }) => widthOf(pen, line[of], look)))
  const starts = widest('start', smallLook)
  const ends = Math.max(widest('end', endLook), widest('name', smallLook))
  const box = { ...around, left: around.left + starts + gap, right: around.right - ends - gap - 4 }
  const plot = plotIn(box, makeScale(points, padValue))
  drawAxis(pen, plot, picture)
  fillBelow(pen, plot, own)
  for (const stroke of lines.toReversed()) drawLine(pen, plot, stroke)
  writeStarts(pen, plot, lines)
  writeEnds(pen, plot, lines)
}

const plotIn = (box: Box, scale: Scale) => ({
  box,
  x: (at: number): number => box.left + scale.x(at) * (box.right - box.left),
  y: (value: number): number => box.top + scale.y(value) * (box.bottom - box.top),
})

type Plot = ReturnType<typeof plotIn>

/** The bottom line with the days, and a line at the first value of the portfolio, which separates gain from loss. */
function drawAxis(pen: Pen, { box, y }: Plot, { you, from, to }: Picture): void {
  const { context, colors } = pen
  context.strokeStyle = colors.line
  context.lineWidth = 2
  const start = you.points[0]
  for (const level of [box.bottom, ...(start ? [y(start.value)] : [])]) {
    context.beginPath()
    context.moveTo(box.left, level)
    context.lineTo(box.right, level)
    context.stroke()
  }
  const look = { y: box.bottom + 28, size: 18, color: 'muted' } as const
  write(pen, from, { ...look, x: box.left })
  if (to !== from) write(pen, to, { ...look, x: box.right, align: 'right' })
}

function trace({ context }: Pen, { x, y }: Plot, { points }: PictureLine): void {
  context.beginPath()
  for (const { at, value } of points) context.lineTo(x(at), y(value))
}

function fillBelow(pen: Pen, plot: Plot, { line, color }: Stroke): void {
  const { context, colors } = pen
  const { box, x } = plot
  const [first, last] = [line.points[0], line.points.at(-1)]
  if (!first || !last) return
  trace(pen, plot, line)
  context.lineTo(x(last.at), box.bottom)
  context.lineTo(x(first.at), box.bottom)
  const fading = context.createLinearGradient(0, box.top, 0, box.bottom)
  fading.addColorStop(0, colors[color])
  fading.addColorStop(1, clear(colors[color]))
  context.save()
  context.globalAlpha = 0.16
  context.fillStyle = fading
  context.fill()
  context.restore()
}

/** The same color with alpha 0: a gradient to transparent black would turn gray. */
const clear = (color: string): string => color.replace('rgb(', 'rgba(').replace(')', ', 0)')

/** Draws the line with a dot at its last point, so that a line of a single point is visible too. */
function drawLine(pen: Pen, plot: Plot, { isOwn, line, color }: Stroke): void {
  const { context, colors } = pen
  context.save()
  trace(pen, plot, line)
  context.strokeStyle = colors[color]
  context.lineWidth = isOwn ? 4.5 : 3.5
  context.lineJoin = 'round'
  context.lineCap = isOwn ? 'round' : 'butt'
  context.setLineDash(isOwn ? [] : [14, 8])
  context.stroke()
  context.restore()
  const last = line.points.at(-1)
  if (!last) return
  context.beginPath()
  context.arc(plot.x(last.at), plot.y(last.value), 8, 0, 2 * Math.PI)
  context.fillStyle = colors[color]
  context.fill()
  context.strokeStyle = colors.surface
  context.lineWidth = 3
  context.stroke()
}

/** Both lines have one label where they begin with the same value. */
function writeStarts(pen: Pen, { box, y }: Plot, lines: readonly Stroke[]): void {
  const [own, market] = lines
  const shown = own?.line.start === market?.line.start ? lines.slice(0, 1) : lines
  const levels = apart(
    shown.map(({ line }) => y(line.points[0]?.value ?? 0)),
    { ...box, room: 24 },
  )
  shown.forEach(({ line, color }, index) => {
    const look = { ...smallLook, x: box.left - gap, align: 'right' } as const
    const tone = shown.length === 1 ? 'muted' : color
    write(pen, line.start, { ...look, y: (levels[index] ?? 0) + 7, color: tone })
  })
}

function writeEnds(pen: Pen, { box, y }: Plot, lines: readonly Stroke[]): void {
  const levels = apart(
    lines.map(({ line }) => y(line.points.at(-1)?.value ?? 0)),
    { ...box, room: 64 },
  )
  lines.forEach(({ line, color }, index) => {
    const [x, level] = [box.right + gap + 4, levels[index] ?? 0]
    write(pen, line.name, { ...smallLook, x, y: level - 7, color: 'muted' })
    write(pen, line.end, { ...endLook, x, y: level + 21, color })
  })
}

/** The room is the least distance between two labels. */
type Room = Pick<Box, 'top' | 'bottom'> & { readonly room: number }

/** The levels of one or two labels, moved apart where they would overlap, and inside the box. */
export function apart(levels: readonly number[], { room, top, bottom }: Room): readonly number[] {
  const [one, other] = levels
  if (one === undefined || other === undefined || Math.abs(one - other) >= room) return levels
  const middle = Math.min(Math.max((one + other) / 2, top + room / 2), bottom - room / 2)
  const half = one <= other ? room / 2 : -room / 2
  return [middle - half, middle + half]
}
