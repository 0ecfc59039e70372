// Fills in forms with one event for each field, for tests that are not about typing.
import { fireEvent } from '@testing-library/react'

/** Appends text at once, as a paste or a password manager does. */
export function add(field: HTMLElement, text: string): void {
  fill(field, (field as HTMLInputElement).value + text)
}

/** Replaces the text. */
export function fill(field: HTMLElement, value: string): void {
  if (field.matches(':disabled, :read-only')) throw new Error('This field cannot be filled in.')
  fireEvent.input(field, { target: { value } })
}

/** Selects an option by its text or its value. */
export function pick(list: HTMLElement, choice: string): void {
  const options = [...(list as HTMLSelectElement).options]
  const option = options.find(({ text, value }) => text === choice || value === choice)
  if (!option || option.disabled || list.matches(':disabled'))
    throw new Error(`${choice} cannot be chosen.`)
  fireEvent.change(list, { target: { value: option.value } })
}
