// The heading of a page: names the browser's tab, and takes the focus when the reader arrives from another page.
import { createContext, use, useEffect, useRef, type ReactNode } from 'react'

/** The address that was arrived at by a link; null on the page that was opened first, where the focus stays put. */
export const Arrival = createContext<string | null>(null)

/** What the route table calls the page. */
export const PageTitle = createContext('')

interface PageHeadingProps {
  /** Where it is more exact than the route table. */
  readonly title?: string
  readonly className?: string
  /** The id of what is read out with it. */
  readonly describedBy?: string | undefined
  readonly children?: ReactNode
}

export function PageHeading({ className = usualLook, describedBy, ...props }: PageHeadingProps) {
  const routeTitle = use(PageTitle)
  const { title = routeTitle, children = title } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const arrival = use(Arrival)
  useEffect(() => {
    document.title = `${title} · Tengrand`
  }, [title])
  useEffect(() => {
    if (arrival !== null) heading.current?.focus({ preventScroll: true })
  }, [arrival])
  return (
    <h1 ref={heading} tabIndex={-1} aria-describedby={describedBy} className={className}>
      {children}
    </h1>
  )
}

const usualLook = 'text-24 font-semibold tracking-tight'
