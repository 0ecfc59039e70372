// Forms that are filled in where how that is done is not what a test is about: every key that is typed is five events.
import { fireEvent } from '@testing-library/react'

/** As when it is pasted, or comes from a password manager: all of it at once, after what is there. */
export function add(field: HTMLElement, text: string): void {
  fill(field, (field as HTMLInputElement).value + text)
}

/** In place of what is there. */
export function fill(field: HTMLElement, value: string): void {
  if (field.matches(':disabled, :read-only')) throw new Error('Nobody can fill this in.')
  fireEvent.input(field, { target: { value } })
}

/** What a list offers, by its words or its value. */
export function pick(list: HTMLElement, choice: string): void {
  const options = [...(list as HTMLSelectElement).options]
  const option = options.find(({ text, value }) => text === choice || value === choice)
  if (!option || option.disabled || list.matches(':disabled'))
    throw new Error(`Nobody can choose ${choice}.`)
  fireEvent.change(list, { target: { value: option.value } })
}
