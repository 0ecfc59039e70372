// Writes text on a canvas in the page's font, and reads the page's color tokens in a given color scheme.
import type { Theme } from '../browser/theme.ts'

export type Scheme = 'light' | 'dark'

const names = [
  'bg',
  'surface',
  'line',
  'ink',
  'muted',
  'accent',
  'on-accent',
  'gain',
  'loss',
] as const

export type Colors = Readonly<Record<(typeof names)[number], string>>

/** Reads the tokens from a hidden element of this color scheme: a token has a value for each. */
export function colorsIn(scheme: Scheme): Colors {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = scheme
  document.body.append(probe)
  const entries = names.map((name) => {
    probe.style.color = `var(--color-${name})`
    return [name, getComputedStyle(probe).color]
  })
  probe.remove()
  return Object.fromEntries(entries)
}

/** The scheme that the page is shown in. */
export function schemeOf(theme: Theme): Scheme {
  if (theme !== 'system') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export interface Pen {
  readonly context: CanvasRenderingContext2D
  /** The font family. */
  readonly font: string
  readonly colors: Colors
}

interface TextLook {
  readonly size: number
  readonly weight?: 400 | 600
  readonly x: number
  /** The baseline. */
  readonly y: number
  readonly color?: keyof Colors | undefined
  readonly align?: 'left' | 'right'
}

/** Returns the width of the text. */
export function write(pen: Pen, words: string, look: TextLook): number {
  const { context, colors } = pen
  const width = widthOf(pen, words, look)
  context.fillStyle = colors[look.color ?? 'ink']
  context.textAlign = look.align ?? 'left'
  context.fillText(words, look.x, look.y)
  return width
}

type Look = Pick<TextLook, 'size' | 'weight'>

/** Large text has a tighter letter spacing, like the headings of the page. */
export function widthOf({ context, font }: Pen, words: string, { size, weight }: Look): number {
  context.font = `${weight ?? 400} ${size}px ${font}`
  context.letterSpacing = size > 20 ? `${-size / 45}px` : '0px'
  return context.measureText(words).width
}
