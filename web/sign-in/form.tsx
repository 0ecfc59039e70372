// The form of the sign-in screens: its fields, the submit button, and the failure of the last attempt.
import type { ReactNode, ComponentProps } from 'react'

import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { TypedForm, type Typed } from '../ui/typed-form.tsx'
import type { Attempt } from './attempt.ts'

interface FormProps {
  readonly attempt: Attempt
  readonly label: string
  readonly busyLabel?: string
  /** Called when all fields are filled in and a new password matches its repetition. */
  readonly onSubmit: (typed: Typed) => void
  readonly children?: ReactNode
  readonly below?: ReactNode
}

export const busyLabel = 'Processing...'

export function Form(props: FormProps) {
  const { attempt, label, busyLabel: busyWords = busyLabel, onSubmit, children, below } = props
  const { form, busy, failure, failureId, fail } = attempt
  const submit = (typed: Typed): void => {
    if (form.current?.elements.namedItem('confirmed') && typed('confirmed') !== typed('password')) {
      fail({ words: 'Passwords do not match', field: 'confirmed' })
    } else onSubmit(typed)
  }
  return (
    <TypedForm ref={form} onSubmit={submit} className="flex flex-col gap-4">
      {children}
      <Button type="submit" name="go" disabled={busy !== null} className="py-2 wrap-anywhere">
        {busy === 'go' ? busyWords : label}
      </Button>
      {/* The failure is directly under the pressed button, where the visitor looks. */}
      {failure && (
        <Notice tone="error" id={failureId}>
          {failure.words}
        </Notice>
      )}
      {below}
    </TypedForm>
  )
}

/** A link-like button inside a sentence. */
export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`min-h-10 rounded-sm font-medium text-accent decoration-1 underline-offset-4 hover:underline disabled:cursor-default disabled:opacity-60 ${className}`}
    />
  )
}
