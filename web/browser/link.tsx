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
    // Leaves these clicks to the browser, which opens a new tab or window.
    if (event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey)
      return
    event.preventDefault()
    // The front page would only redirect to the dashboard, and remount the shell.
    const target = to === paths.front ? paths.dashboard : to
    navigate(target, { replace: target === here })
  }
  return (
    <a {...rest} href={to} onClick={follow}>
      {children}
    </a>
  )
}
