// The heading of a page: sets the title of the tab, and takes the focus after a navigation.
import { createContext, use, useEffect, useRef, type ReactNode } from 'react'

/** The address of the last navigation; null on the first page of a visit, which leaves the focus alone. */
export const Arrival = createContext<string | null>(null)

/** The title of the page in the route table. */
export const PageTitle = createContext('')

interface PageHeadingProps {
  /** Overrides the title of the route table. */
  readonly title?: string
  readonly className?: string
  /** The id of the element that describes it. */
  readonly describedBy?: string | undefined
  readonly children?: ReactNode
}

export function PageHeading({ className = defaultLook, describedBy, ...props }: PageHeadingProps) {
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

const defaultLook = 'text-24 font-semibold tracking-tight'
