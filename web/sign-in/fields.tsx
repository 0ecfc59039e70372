// The fields of the sign-in forms: one that shows its fault, the email, and passwords with a button that shows them.
import { useState, type ComponentProps, type KeyboardEvent, type ReactNode } from 'react'

import { useSession } from '../session/session.tsx'
import { ShowPassword } from '../ui/show-password.tsx'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'
import type { Attempt } from './attempt.ts'

interface FieldProps extends Omit<TextFieldProps, 'faultId' | 'name'> {
  readonly attempt: Attempt
  readonly name: string
}

export function Field({ attempt, ...field }: FieldProps) {
  const { identity } = useSession()
  const fault = attempt.faultOf(field.name)
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      onFocus={identity.warmUp}
      {...field}
      // The words of the fault stand in for the hint.
      {...(fault && { 'aria-invalid': true, 'aria-describedby': fault })}
    />
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
