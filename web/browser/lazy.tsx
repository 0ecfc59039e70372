// A page whose code is loaded when it is first shown, with a limit to the waiting and a way out when it fails.
import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

import { ReloadWhenBack } from './reload-when-back.tsx'
import { useLocation } from './router.tsx'
import { ErrorBoundary } from '../ui/error-boundary.tsx'
import { PageLoading } from '../ui/page-loading.tsx'

export interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Fetches the code ahead of time. */
  readonly load: () => Promise<unknown>
}

const loadSecondsMax = 120

export function lazyPage<Props extends object = object>(
  importPage: () => Promise<{ default: ComponentType<Props> }>,
  /** Stands there meanwhile. */
  waitingFor: ReactNode = <PageLoading />,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | undefined
  let waiting: ComponentType<Props> | undefined

  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const page = await inTime(importPage())
      loaded = page.default
      return page
    } catch (error) {
      // React.lazy remembers a failed import for ever, so the next attempt needs another one.
      waiting = undefined
      throw error
    }
  }

  // React.lazy waits a moment even for code that is there, so that is drawn without it.
  const choose = (): ComponentType<Props> => loaded ?? (waiting ??= lazy(load))

  /** Begins anew whenever the boundary around it does. */
  function Attempt(props: Props) {
    const [Shown] = useState(choose)
    return (
      <Suspense fallback={waitingFor}>
        <Shown {...props} />
      </Suspense>
    )
  }

  function Page(props: Props) {
    const { key } = useLocation()
    return (
      <ErrorBoundary resetKey={key} recovery={<ReloadWhenBack />}>
        <Attempt {...props} />
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
