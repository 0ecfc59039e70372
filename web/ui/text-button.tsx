// A button that is only its words: for what few want, beside what most came for.
import type { ComponentProps } from 'react'

export function TextButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-10 shrink-0 rounded-control text-12 font-medium text-accent hover:underline"
    />
  )
}
