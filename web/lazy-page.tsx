// A page whose code is loaded when it is first shown, with a limit to the waiting and a way out when it fails.
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

import { useLocation } from './router.tsx'
import { ErrorBoundary } from './ui/error-boundary.tsx'
import { PageLoading } from './ui/page-loading.tsx'

interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Fetches the code ahead of time. */
  readonly load: () => Promise<unknown>
}

const loadSecondsMax = 120

export function lazyPage<Props extends object = object>(
  importPage: () => Promise<{ default: ComponentType<Props> }>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined

  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    const page = await inTime(importPage())
    loaded = page.default
    return page
  }

  // React.lazy never gives up on an import and remembers a failed one for ever, so the boundary offers a reload.
  const Waiting = lazy(load)

  // React.lazy waits a moment even for code that is there, so that is drawn without it.
  function Page(props: Props) {
    const { key } = useLocation()
    const [Shown] = useState<ComponentType<Props>>(() => loaded ?? Waiting)
    return (
      <ErrorBoundary resetKey={key}>
        <Suspense fallback={<PageLoading />}>
          <Shown {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return Object.assign(Page, { load })
}

/** Code that does not arrive is given up, so that the reader is told. */
export function inTime<T>(loading: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`The page did not load within ${loadSecondsMax} seconds`)),
    loadSecondsMax * 1000,
  )
  return Promise.race([loading, tooLate]).finally(() => clearTimeout(timer))
}
