// A field of the forms before the sign-in: a label above, the input, and under it what helps to fill it in.
import { useId, type ComponentProps, type ReactNode } from 'react'

import { useSession } from '../session/session.tsx'
import type { Attempt } from './attempt.ts'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'name'> {
  readonly attempt: Attempt
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** Inside the input, at its end. */
  readonly trailing?: ReactNode
}

export function Field({ attempt, label, hint, trailing, children, ...input }: FieldProps) {
  const id = useId()
  const { identity } = useSession()
  const fault = attempt.faultOf(input.name)
  const hintId = hint === undefined ? undefined : `${id}hint`
  return (
    <div className="relative">
      <label htmlFor={id} className="text-14 font-medium">
        {label}
      </label>
      <div className="relative mt-1.5">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          id={id}
          required
          onFocus={identity.warmUp}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ?? hintId}
          className="h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16 aria-[invalid=true]:border-loss"
        />
        {trailing}
      </div>
      {hint !== undefined && (
        <p id={hintId} className="mt-1.5 text-12 text-muted">
          {hint}
        </p>
      )}
      {children}
    </div>
  )
}

interface EmailFieldProps extends Pick<FieldProps, 'attempt' | 'hint'> {
  readonly email: string
}

/** `username` is what password managers look for beside a password. */
export function EmailField({ email, ...rest }: EmailFieldProps) {
  return (
    <Field
      {...rest}
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      defaultValue={email}
    />
  )
}
