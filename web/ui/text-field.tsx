// A text field: a labeled input with a hint below it.
import { useId, type ComponentProps, type ReactNode } from 'react'

import { fieldLook } from './field-look.ts'

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  readonly label: string
  readonly hint?: string | undefined
  /** The id of the sentence about what is wrong with it. */
  readonly faultId?: string | undefined
  /** An element beside the input, or over its right end. */
  readonly trailing?: ReactNode
}

export function TextField({ label, hint, faultId, trailing, children, ...input }: TextFieldProps) {
  const id = useId()
  const hintId = hint && `${id}hint`
  return (
    <div className="relative">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="relative mt-1.5 flex gap-2">
        <input
          required
          autoComplete="off"
          aria-invalid={faultId !== undefined}
          aria-describedby={[faultId, hintId].filter(Boolean).join(' ') || undefined}
          {...input}
          id={id}
          className={fieldLook}
        />
        {trailing}
      </div>
      {hint && (
        <p id={hintId} className="mt-1.5 text-12 text-muted">
          {hint}
        </p>
      )}
      {children}
    </div>
  )
}
