// A form that hands over what was typed, and nothing while that is being sent.
import type { ComponentProps, SubmitEvent } from 'react'

/** What was typed in the field of this name. */
export type Typed = (name: string) => string

interface TypedFormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly isBusy?: boolean
  readonly onSubmit: (typed: Typed) => void
}

export function TypedForm({ isBusy, onSubmit, ...form }: TypedFormProps) {
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (!isBusy) onSubmit(typedIn(event.currentTarget))
  }
  return <form {...form} onSubmit={submit} />
}

export function typedIn(form: HTMLFormElement | null): Typed {
  const values = new FormData(form ?? undefined)
  return (name) => {
    const value = values.get(name)
    return typeof value === 'string' ? value : ''
  }
}
