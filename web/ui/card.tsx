// A card: a bordered surface for page content, with an optional title; and a fact in a list of two columns.
import { useId, type ReactNode } from 'react'

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

interface FactProps {
  readonly name: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** A name and its value. The list sets their look. */
export const Fact = ({ name, className, children }: FactProps) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className={className}>{children}</dd>
  </>
)

/** The look of values that are figures. */
export const figures = '[&>dd]:text-right [&>dd]:font-medium'
