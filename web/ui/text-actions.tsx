// Actions that are only text: a button, and the link from a card to the page that shows all of it.
import type { ComponentProps, ReactNode } from 'react'

import { Link } from '../browser/link.tsx'
import { Icon } from './icons.tsx'

/** A button without a frame, for an action that few learners need. */
export function TextButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      className="min-h-10 shrink-0 rounded-control text-12 font-medium text-accent hover:underline"
    />
  )
}

/** The link beside the title of a card. */
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
