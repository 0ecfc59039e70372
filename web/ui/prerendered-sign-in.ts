// The prerendered sign-in screen of index.html: the boot script shows it to signed-out visitors before any code has loaded,
// and the app replaces it, with what was typed into it meanwhile.

/** True from the boot script until the app has replaced it. */
export const isPrerenderedShown = (): boolean =>
  document.documentElement.dataset['prerendered'] !== undefined && screen() !== null

/** Called once the app has drawn something. A second call does nothing. */
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
