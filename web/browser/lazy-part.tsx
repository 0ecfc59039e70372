// A part of a page whose code comes after the page: something else stands there until it does, also where it never comes.
import { useEffect, useState, type ComponentType, type ReactNode } from 'react'

interface Instead {
  readonly meanwhile?: ReactNode
  /** Where the code did not come; without it, the same as meanwhile. */
  readonly failed?: ReactNode
}

interface LazyPart<Props> {
  (props: Props & Instead): ReactNode
  /** Fetches the code ahead of time. */
  readonly load: () => Promise<unknown>
}

/** What is there already is drawn at once. After a failure the next one that is drawn tries again. */
export function lazyPart<Props extends object>(
  importPart: () => Promise<{ default: ComponentType<Props> }>,
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined

  const load = () =>
    importPart().then(
      (part) => void (Loaded = part.default),
      () => undefined,
    )

  function Part(props: Props & Instead) {
    // By what was drawn, because the code may come between that and the effect.
    const [isOver, setOver] = useState(Loaded !== undefined)
    useEffect(() => {
      if (!isOver) void load().then(() => setOver(true))
    }, [isOver])
    if (Loaded) return <Loaded {...props} />
    return (isOver && props.failed) || props.meanwhile
  }
  return Object.assign(Part, { load })
}
