// A native select with its label, styled like the other fields.
import { useId, type ReactNode } from 'react'

import { Icon } from './icons.tsx'

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly children: ReactNode
}

export function Select({ label, value, onChange, children }: SelectProps) {
  const id = useId()
  return (
    <div className="relative flex min-w-0 items-center gap-2.5 text-12 text-muted">
      <label htmlFor={id} className="whitespace-nowrap">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="min-h-10 min-w-0 flex-1 appearance-none truncate rounded-control border border-control bg-surface pr-9 pl-3 text-16 text-ink md:text-14"
      >
        {children}
      </select>
      <Icon name="chevron" className="pointer-events-none absolute right-3 size-4 rotate-90" />
    </div>
  )
}
