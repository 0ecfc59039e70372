// Buttons, and the same look for links.
import type { ComponentProps } from 'react'

type ButtonKind = 'primary' | 'secondary' | 'danger' | 'pro'

type ButtonProps = ComponentProps<'button'> & { readonly kind?: ButtonKind }

export function Button({ kind = 'primary', className = '', ...rest }: ButtonProps) {
  return <button type="button" {...rest} className={`${buttonClass(kind)} ${className}`} />
}

export const buttonClass = (kind: ButtonKind): string =>
  `inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-5 text-15 font-medium transition-colors duration-100 disabled:cursor-default disabled:opacity-60 ${looks[kind]}`

const looks: Readonly<Record<ButtonKind, string>> = {
  primary: 'border-transparent bg-ink text-on-ink hover:bg-ink/88',
  secondary: 'border-control bg-surface text-ink hover:bg-sunken',
  danger: 'border-control bg-surface text-loss hover:bg-loss-soft',
  pro: 'border-pro-line bg-pro-soft text-pro hover:border-pro',
}
