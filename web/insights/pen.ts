// Words on a canvas, in the font and the colors of the page, in the theme that was chosen for the picture.
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

/** A token has a value for each theme, so that it is asked of an element that has this one. */
export function colorsIn(scheme: Scheme): Colors {
  const probe = document.createElement('span')
  probe.hidden = true
  probe.style.colorScheme = scheme
  document.body.append(probe)
  try {
    const entries = names.map((name) => {
      probe.style.color = `var(--color-${name})`
      return [name, getComputedStyle(probe).color]
    })
    return Object.fromEntries(entries)
  } finally {
    probe.remove()
  }
}

/** What the page is seen in. */
export function schemeOf(theme: Theme): Scheme {
  if (theme !== 'system') return theme
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export interface Pen {
  readonly context: CanvasRenderingContext2D
  /** The family. */
  readonly font: string
  readonly colors: Colors
}

interface Look {
  readonly size: number
  readonly weight?: 400 | 500 | 600
}

export interface Words extends Look {
  readonly x: number
  /** The line that they stand on. */
  readonly y: number
  readonly color?: keyof Colors | undefined
  readonly align?: 'left' | 'center' | 'right'
}

/** Answers how wide they are. */
export function write(pen: Pen, words: string, look: Words): number {
  const { context, colors } = pen
  const width = widthOf(pen, words, look)
  context.fillStyle = colors[look.color ?? 'ink']
  context.textAlign = look.align ?? 'left'
  context.fillText(words, look.x, look.y)
  return width
}

/** Large words stand a little closer, as headings do. */
export function widthOf({ context, font }: Pen, words: string, { size, weight }: Look): number {
  context.font = `${weight ?? 400} ${size}px ${font}`
  context.letterSpacing = size > 20 ? `${-size / 45}px` : '0px'
  return context.measureText(words).width
}
