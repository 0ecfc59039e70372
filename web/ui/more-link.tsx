// Links with a chevron, high enough for a finger: from a card to the page that shows all of it, and from a page back.
import type { ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { Icon } from './icons.tsx'

interface ChevronLinkProps {
  readonly to: string
  readonly children: ReactNode
}

export const MoreLink = ({ to, children }: ChevronLinkProps) => (
  <Link to={to} className={look}>
    {children}
    <Icon name="chevron" className="size-3.5" />
  </Link>
)

export const BackLink = ({ to, children }: ChevronLinkProps) => (
  <Link to={to} className={look}>
    <Icon name="chevron" className="size-3.5 rotate-180" />
    {children}
  </Link>
)

const look = '-my-2.5 inline-flex min-h-10 items-center gap-1 font-medium text-accent'
