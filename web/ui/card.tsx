// A card, the bordered surface that page content stands on, and the link beside its title.
import { useId, type ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { Icon } from './icons.tsx'

interface CardProps {
  readonly title?: ReactNode
  /** The anchor of links to this card. */
  readonly id?: string
  readonly aside?: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

export function Card({ title, id, aside, className = '', children }: CardProps) {
  const titleId = useId()
  const look = `rounded-card border border-line bg-surface p-5 shadow-card md:p-6 ${className}`
  if (title === undefined) return <div className={look}>{children}</div>
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      tabIndex={id === undefined ? undefined : -1}
      className={look}
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id={titleId} className="text-16 font-semibold tracking-tight">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The link beside a card's title to the page that shows all of it. */
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
