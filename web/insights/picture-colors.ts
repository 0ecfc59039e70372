// The colors of a picture: those of the page, in the theme that was chosen for the picture.
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
      probe.style.color = `var(--${name})`
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
