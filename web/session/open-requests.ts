// The requests of a learner that have no final answer yet, each with its key. Those with a name are in the browser's storage, by
// account, so that a retry after a reload still has the key of the first try.
import { useEffect, useEffectEvent, useMemo, useState } from 'react'

import { instantNow } from '../ui/instant.ts'
import { loadItem, saveItem } from '../browser/storage.ts'

export interface OpenRequest<Body> {
  /** As it was sent first: under one key the server accepts only an identical request. */
  readonly body: Body
  readonly key: string
  /** By the clock of the browser. */
  readonly sentAt: number
}

export interface OpenRequests<Body> {
  /** The last one that was sent first. */
  readonly list: () => readonly OpenRequest<Body>[]
  readonly add: (request: OpenRequest<Body>) => void
  readonly remove: (key: string) => void
}

/** By account: several people may use a browser in turn. */
type Item<Body> = Readonly<Record<string, readonly OpenRequest<Body>[]>>

/** After a day the learner has long seen in the portfolio what became of it, and the same request is a new one. */
const keptMs = 86_400_000
/** For each account, so that the item stays small. */
const openMax = 20

/** The requests of a mutation; without a name they are forgotten with the page. */
export function useOpenRequests<Body>(
  name: string | undefined,
  account: string,
  onSettledElsewhere: () => void,
) {
  const [cached] = useState(() => cachedRequests<Body>())
  const open = useMemo(
    () => (name === undefined ? cached : storedRequests<Body>(name, account)),
    [name, account, cached],
  )
  const [listed, setListed] = useState(() => ({ open, unanswered: listUnanswered(open) }))
  // Another account may sign in while the page is open.
  if (listed.open !== open) setListed({ open, unanswered: listUnanswered(open) })
  const { unanswered } = listed
  const relist = (): void => setListed({ open, unanswered: listUnanswered(open) })
  /** A request that another tab has settled is left out: the same body would be a new request here. */
  const takeOver = useEffectEvent((item: string | null) => {
    if (item !== name) return
    const keys = new Set(open.list().map(({ key }) => key))
    const rest = unanswered.filter(({ key }) => keys.has(key))
    if (rest.length === unanswered.length) return
    setListed({ open, unanswered: rest })
    onSettledElsewhere()
  })
  useEffect(() => {
    const listen = ({ key }: StorageEvent): void => takeOver(key)
    window.addEventListener('storage', listen)
    return () => window.removeEventListener('storage', listen)
  }, [])
  return {
    unanswered,
    find: (isIt: (body: Body) => boolean) => open.list().find(({ body }) => isIt(body)),
    begin: (request: OpenRequest<Body>): void => {
      open.add(request)
      inFlight.add(request.key)
    },
    end: (request: OpenRequest<Body>, isOpen: boolean): void => {
      inFlight.delete(request.key)
      // Another tab may have settled it meanwhile: with the key stored again, the next try gets the first answer.
      if (isOpen) open.add(request)
      else open.remove(request.key)
      relist()
    },
    forget: (key: string): void => {
      open.remove(key)
      relist()
    },
  }
}

/** The keys that this page is sending: their outcome is still to come. */
const inFlight = new Set<string>()

const listUnanswered = <Body>(open: OpenRequests<Body>) =>
  open.list().filter(({ key }) => !inFlight.has(key))

export function storedRequests<Body>(name: string, account: string): OpenRequests<Body> {
  const load = (): Item<Body> => parseItem(loadItem('localStorage', name))
  const save = (own: readonly OpenRequest<Body>[]): void => {
    const all = Object.entries({ ...load(), [account]: own }).filter(([, { length }]) => length > 0)
    const text = all.length > 0 ? JSON.stringify(Object.fromEntries(all)) : null
    saveItem('localStorage', name, text)
  }
  const list = () => load()[account] ?? []
  return {
    list,
    add: (request) => save([request, ...without(list(), request.key)].slice(0, openMax)),
    remove: (key) => save(without(list(), key)),
  }
}

function cachedRequests<Body>(): OpenRequests<Body> {
  let open: readonly OpenRequest<Body>[] = []
  return {
    list: () => open,
    add: (request) => void (open = [request]),
    remove: (key) => void (open = without(open, key)),
  }
}

const without = <Body>(open: readonly OpenRequest<Body>[], key: string) =>
  open.filter((one) => one.key !== key)

/** Without outdated requests, and those that this version has not written. */
function parseItem<Body>(text: string | null): Item<Body> {
  try {
    const all = Object.entries<unknown>(Object(JSON.parse(text ?? '{}')))
    return Object.fromEntries(
      all.map(([account, open]) => [account, Array.isArray(open) ? open.filter(isRecent) : []]),
    )
  } catch {
    return {}
  }
}

const isRecent = ({ body, key, sentAt }: Partial<OpenRequest<unknown>>): boolean =>
  typeof body === 'object' &&
  typeof key === 'string' &&
  typeof sentAt === 'number' &&
  Math.abs(instantNow() - sentAt) < keptMs
