// The prerendered sign-in screen of index.html, which the boot script shows to signed-out visitors until the app replaces it.

/** True from the boot script until `replacePrerendered`. */
export const isPrerenderedShown = (): boolean =>
  document.documentElement.dataset['prerendered'] !== undefined && screen() !== null

/**
 * Removes the screen, and copies what was typed into the form of the app, if that is drawn. A form that was submitted before
 * is submitted now; the boot script in index.html has marked it. A second call does nothing.
 */
export function replacePrerendered(): void {
  const typed = screen()?.querySelectorAll('input') ?? []
  const isSubmitted = screen()?.hasAttribute('data-submitted') === true
  const focused = document.activeElement
  delete document.documentElement.dataset['prerendered']
  for (const input of typed) {
    const next = document.querySelector<HTMLInputElement>(`#root input[name='${input.name}']`)
    if (next && input.value !== '') next.value = input.value
    if (input === focused) next?.focus()
  }
  screen()?.remove()
  const button = document.querySelector<HTMLButtonElement>("#root form [name='go']")
  // Submits by the button, after React has run the effects of this render.
  if (isSubmitted && typed.length > 0) queueMicrotask(() => button?.click())
}

const screen = (): Element | null => document.querySelector('[data-prerendered-sign-in]')
