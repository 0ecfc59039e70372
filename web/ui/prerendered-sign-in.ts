// The prerendered sign-in screen of index.html, which the boot script shows to signed-out visitors until the app replaces it.

/** True from the boot script until `replacePrerendered`. */
export const isPrerenderedShown = (): boolean =>
  document.documentElement.dataset['prerendered'] !== undefined && screen() !== null

/** Removes the screen, and copies what was typed into the form of the app, if that is drawn. A second call does nothing. */
export function replacePrerendered(): void {
  const typed = screen()?.querySelectorAll('input') ?? []
  const focused = document.activeElement
  delete document.documentElement.dataset['prerendered']
  for (const input of typed) {
    const next = document.querySelector<HTMLInputElement>(`#root input[name='${input.name}']`)
    if (next && input.value !== '') next.value = input.value
    if (input === focused) next?.focus()
  }
  screen()?.remove()
}

const screen = (): Element | null => document.querySelector('[data-prerendered-sign-in]')
