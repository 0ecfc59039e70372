// The one loader of lazy code: a component whose chunk is loaded when it is first drawn, with a time limit and a retry.
import {
  createContext,
  lazy,
  Suspense,
  use,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

import { ReloadWhenBack } from './connection.ts'
import { useLocation } from './router.tsx'

export interface LazyComponent<Props> {
  (props: Props): ReactNode
  /** Loads the chunk ahead of time. */
  readonly load: () => Promise<unknown>
}

interface LazyLook {
  /** Drawn while a chunk is loading, unless the component has something of its own. */
  readonly loading: ReactNode
  /** The error boundary: draws `failed` or else the page for errors, and the recovery beside it. */
  readonly Boundary: ComponentType<{
    resetKey?: string
    failed?: ReactNode
    recovery?: ReactNode
    children: ReactNode
  }>
}

/** How the app draws code that is loading or has failed to load. */
export const LazyLook = createContext<LazyLook>({
  loading: null,
  Boundary: ({ children }) => children,
})

/** What one component draws instead of LazyLook. */
interface Instead<Props> {
  readonly loading?: (props: Props) => ReactNode
  readonly failed?: (props: Props) => ReactNode
}

const loadSecondsMax = 120

export function lazyComponent<Props extends object = object>(
  importModule: () => Promise<{ default: ComponentType<Props> }>,
  instead: Instead<Props> = {},
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined
  let pending: ComponentType<Props> | undefined

  const load = async (): Promise<{ default: ComponentType<Props> }> => {
    try {
      const module = await withTimeLimit(importModule())
      loaded = module.default
      return module
    } catch (error) {
      // React.lazy caches a failed import for ever, so a retry needs a new one.
      pending = undefined
      throw error
    }
  }

  // React.lazy suspends even when the chunk is there, so a loaded component is drawn without it.
  const choose = (): ComponentType<Props> => loaded ?? (pending ??= lazy(load))

  /** One attempt to load the component; a reset of the boundary mounts a new one, which retries. */
  function Attempt(props: Props) {
    const [Component] = useState(choose)
    const { loading } = use(LazyLook)
    return (
      <Suspense fallback={instead.loading ? instead.loading(props) : loading}>
        <Component {...props} />
      </Suspense>
    )
  }

  function Lazy(props: Props) {
    const { key } = useLocation()
    const { Boundary } = use(LazyLook)
    return (
      <Boundary
        resetKey={key}
        failed={instead.failed?.(props)}
        // A part with its own failure message is not reloaded: that would lose what is typed around it.
        recovery={!instead.failed && <ReloadWhenBack />}
      >
        <Attempt {...props} />
      </Boundary>
    )
  }
  return Object.assign(Lazy, { load })
}

/** Rejects when a chunk takes too long, so that the reader sees an error instead of a spinner. */
function withTimeLimit<T>(loading: Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new Error(`The page did not load within ${loadSecondsMax} seconds`)),
    loadSecondsMax * 1000,
  )
  return Promise.race([loading, tooLate]).finally(() => clearTimeout(timer))
}
