// The sign-in screen that stands in the page itself, so that it is seen before any code has arrived; the boot script in
// index.html shows it where nobody can be signed in. The app takes its place, with what was typed into it meanwhile.

/** The boot script has shown it, and the app has not taken its place yet. */
export const isFrontShown = (): boolean =>
  document.documentElement.dataset['front'] !== undefined && screen() !== null

/** As soon as the app has something to show in its place. Does nothing where that has happened. */
export function takeOverFront(): void {
  const typed = screen()?.querySelectorAll('input') ?? []
  const focused = document.activeElement
  delete document.documentElement.dataset['front']
  for (const input of typed) {
    const next = document.querySelector<HTMLInputElement>(`#root input[name='${input.name}']`)
    if (next && input.value !== '') next.value = input.value
    if (input === focused) next?.focus()
  }
  screen()?.remove()
}

const screen = (): Element | null => document.querySelector('[data-paint]')
