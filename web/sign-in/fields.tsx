// The fields of the sign-in forms: a labeled input with a hint, the email, and passwords with a button that shows them.
import { useId, useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

import { useSession } from '../session/session.tsx'
import { ShowPassword } from '../ui/show-password.tsx'
import type { Attempt } from './attempt.ts'

interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className' | 'name'> {
  readonly attempt: Attempt
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  /** An element placed over the right end of the input. */
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

type EmailFieldProps = Pick<FieldProps, 'attempt' | 'hint'> & { readonly email: string }

/** Named `username`, which password managers look for beside a password. */
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

interface PasswordFieldsProps {
  readonly attempt: Attempt
  readonly label: string
  /** `current` in forms that have the current password together with a new password or a new email. */
  readonly name?: 'current'
  readonly isNew?: boolean
  readonly children?: ReactNode
}

export function PasswordFields(props: PasswordFieldsProps) {
  const { attempt, label, name = 'password', isNew, children } = props
  const [shown, setShown] = useState(false)
  const both = {
    attempt,
    // Hidden while it is sent, because browsers save the content of plain text fields.
    type: shown && attempt.busy === null ? 'text' : 'password',
    autoComplete: isNew ? 'new-password' : 'current-password',
  }
  return (
    <>
      <PasswordField
        {...both}
        label={label}
        name={name}
        hint={isNew ? 'At least 8 characters' : undefined}
        trailing={<ShowPassword isShown={shown} onShow={setShown} />}
      >
        {children}
      </PasswordField>
      {isNew && <PasswordField {...both} label="Confirm password" name="confirmed" />}
    </>
  )
}

function PasswordField({ children, ...props }: ComponentProps<typeof Field>) {
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: KeyboardEvent): void => setCapsLock(event.getModifierState('CapsLock'))
  return (
    <Field {...props} onKeyDown={look} onKeyUp={look} onBlur={() => setCapsLock(false)}>
      {/* Always rendered: a live region must exist before its text, and the button below must not move. */}
      <p
        aria-live="polite"
        className={`text-12 font-medium text-pro ${props.hint === undefined ? '-mb-1.5 mt-1.5 min-h-4' : 'absolute right-0 bottom-0'}`}
      >
        {capsLock && 'Caps Lock is on'}
      </p>
      {children}
    </Field>
  )
}
