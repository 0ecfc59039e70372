// A button that reads like a part of its sentence.
import type { ComponentProps } from 'react'

export function TextButton({ className = '', ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={`min-h-10 rounded-sm font-medium text-accent decoration-1 underline-offset-4 hover:underline disabled:cursor-default disabled:opacity-60 ${className}`}
    />
  )
}
