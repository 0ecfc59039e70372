// A row of an estimate or a receipt: a name and its amount.
import type { ReactNode } from 'react'

interface AmountRowProps {
  readonly name: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function AmountRow({ name, className = '', children }: AmountRowProps) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className={`text-right font-medium ${className}`}>{children}</dd>
    </>
  )
}
