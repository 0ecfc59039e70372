// A page whose code is loaded when it is first shown, with a limit to the waiting and a way out when it fails.
import {
  createContext,
  lazy,
  Suspense,
  use,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'

import { ReloadWhenBack } from './reload-when-back.tsx'
import { useLocation } from './router.tsx'

export interface LazyPage<Props> {
  (props: Props): ReactNode
  /** Fetches the code ahead of time. */
  readonly load: () => Promise<unknown>
}

interface LazyLook {
  /** Stands there while the code is loading. */
  readonly loading: ReactNode
  /** Catches what goes wrong; the recovery is drawn as long as it has. */
  readonly Boundary: ComponentType<{ resetKey?: string; recovery?: ReactNode; children: ReactNode }>
}

/** How the app shows code that is loading or has failed to. */
export const LazyLook = createContext<LazyLook>({
  loading: null,
  Boundary: ({ children }) => children,
})

const loadSecondsMax = 120

export function lazyPage<Props extends object = object>(
  importPage: () => Promise<{ default: ComponentType<Props> }>,
  /** Stands there meanwhile instead of the usual. */
  waitingFor?: ReactNode,
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
    const { loading } = use(LazyLook)
    return (
      <Suspense fallback={waitingFor === undefined ? loading : waitingFor}>
        <Shown {...props} />
      </Suspense>
    )
  }

  function Page(props: Props) {
    const { key } = useLocation()
    const { Boundary } = use(LazyLook)
    return (
      <Boundary resetKey={key} recovery={<ReloadWhenBack />}>
        <Attempt {...props} />
      </Boundary>
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
