// The two lines of a picture, with what they begin and end with, between the days that they begin and end on.
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

interface Plot {
  readonly box: Box
  readonly x: (at: number) => number
  readonly y: (value: number) => number
}

interface Drawn {
  /** Solid, and over the other one. */
  readonly isOwn: boolean
  readonly line: PictureLine
  readonly color: keyof Colors
}

const smallLook = { size: 19 } as const
const endLook = { size: 27, weight: 600 } as const
const gap = 20

export function drawChart(pen: Pen, picture: Picture, around: Box): void {
  const { you, market, isLoss } = picture
  const lines: Drawn[] = [{ isOwn: true, line: you, color: isLoss ? 'loss' : 'gain' }]
  if (market) lines.push({ isOwn: false, line: market, color: 'accent' })
  const points = lines.flatMap(({ line }) => line.points)
  const widest = (of: 'start' | 'name' | 'end', look: typeof smallLook | typeof endLook): number =>
    Math.max(...lines.map(({ line }) => widthOf(pen, line[of], look)))
  const starts = widest('start', smallLook)
  const ends = Math.max(widest('end', endLook), widest('name', smallLook))
  const box = { ...around, left: around.left + starts + gap, right: around.right - ends - gap - 4 }
  const plot = plotIn(box, makeScale(points, padValue))
  drawGround(pen, plot, picture)
  const [own] = lines
  if (own) fillBelow(pen, plot, own)
  // The own line over the other one.
  for (const drawn of lines.toReversed()) drawLine(pen, plot, drawn)
  writeStarts(pen, plot, lines)
  writeEnds(pen, plot, lines)
}

const plotIn = (box: Box, scale: Scale): Plot => ({
  box,
  x: (at) => box.left + scale.x(at) * (box.right - box.left),
  y: (value) => box.top + scale.y(value) * (box.bottom - box.top),
})

/** Where the own line begins, so that above and below can be told, and the days under it. */
function drawGround(pen: Pen, { box, y }: Plot, { you, from, to }: Picture): void {
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

function fillBelow(pen: Pen, plot: Plot, { line, color }: Drawn): void {
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

/** The same color, of which nothing is seen: towards transparent black it would turn gray. */
const clear = (color: string): string => color.replace('rgb(', 'rgba(').replace(')', ', 0)')

/** The own one is solid; a single point is a dot. */
function drawLine(pen: Pen, plot: Plot, { isOwn, line, color }: Drawn): void {
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

/** Once, where both begin with the same. */
function writeStarts(pen: Pen, { box, y }: Plot, lines: readonly Drawn[]): void {
  const [you, market] = lines.map(({ line, color }) => ({ line, color, at: line.points[0] }))
  const isSame = you?.line.start === market?.line.start
  const shown = [you, isSame ? undefined : market].filter((one) => one !== undefined)
  const places = apart(
    shown.map(({ at }) => y(at?.value ?? 0)),
    { room: 24, top: box.top, bottom: box.bottom },
  )
  shown.forEach(({ line, color }, index) => {
    const look = { ...smallLook, x: box.left - gap, align: 'right' } as const
    const tone = isSame || !market ? 'muted' : color
    write(pen, line.start, { ...look, y: (places[index] ?? 0) + 7, color: tone })
  })
}

function writeEnds(pen: Pen, { box, y }: Plot, lines: readonly Drawn[]): void {
  const places = apart(
    lines.map(({ line }) => y(line.points.at(-1)?.value ?? 0)),
    { room: 64, top: box.top, bottom: box.bottom },
  )
  lines.forEach(({ line, color }, index) => {
    const [x, place] = [box.right + gap + 4, places[index] ?? 0]
    write(pen, line.name, { ...smallLook, x, y: place - 7, color: 'muted' })
    write(pen, line.end, { ...endLook, x, y: place + 21, color })
  })
}

interface Room {
  /** From one to the next. */
  readonly room: number
  readonly top: number
  readonly bottom: number
}

/** One or two places, as they are or moved apart as far as words need it, and inside. */
export function apart(places: readonly number[], { room, top, bottom }: Room): readonly number[] {
  const [one, other] = places
  if (one === undefined || other === undefined || Math.abs(one - other) >= room) return places
  const middle = Math.min(Math.max((one + other) / 2, top + room / 2), bottom - room / 2)
  const half = one <= other ? room / 2 : -room / 2
  return [middle - half, middle + half]
}
