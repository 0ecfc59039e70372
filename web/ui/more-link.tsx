// The way from a card to the page that shows all of it, beside the card's title; high enough for a finger.
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { Icon } from './icons.tsx'

export function MoreLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="-my-2.5 inline-flex min-h-10 items-center gap-1 font-medium text-accent"
    >
      {children}
      <Icon name="chevron" className="size-3.5" />
    </Link>
  )
}
