// A link to another page of the app. React Router's own also fetches data ahead, which takes code that is not used here.
import type { ComponentProps, MouseEvent } from 'react'
import { createPath, useHref, useLocation, useNavigate } from 'react-router'

import { home } from './visit.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> {
  /** An address in the app, from its root. */
  readonly to: string
}

export function Link({ to, children, ...rest }: LinkProps) {
  const href = useHref(to)
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const follow = (event: MouseEvent): void => {
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    // From the front page whoever is signed in is only sent on, and everything around the page would be drawn anew.
    const target = href === '/' ? home : href
    void navigate(target, { replace: target === here })
  }
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  )
}
