// A link to another page of the app.
import type { ComponentProps, MouseEvent } from 'react'

import { paths } from './paths.ts'
import { addressOf, useLocation, useNavigate } from './router.tsx'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href' | 'onClick' | 'target'> {
  /** An address in the app, from its root. */
  readonly to: string
}

export function Link({ to, children, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const here = addressOf(useLocation())
  const follow = (event: MouseEvent): void => {
    // A new tab or window is the browser's business.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    // From the front page whoever is signed in is only sent on, and everything around the page would be drawn anew.
    const target = to === paths.front ? paths.dashboard : to
    navigate(target, { replace: target === here })
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
