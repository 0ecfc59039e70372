// Keeps the token fresh: a new one is asked for before the old one ends, once for everybody who needs it.
import { warnOnce } from '../log.ts'
import type { Holder } from './embedded-holder.ts'
import { fetchToken, type Token } from './embedded-wire.ts'
import type { Identity } from './identity.ts'

const secondsBefore = 60
const secondsAfterFailure = 30

export interface Renewal extends Pick<Identity, 'getToken'> {
  readonly hold: (token: Token) => void
}

export function makeRenewal(holder: Holder): Renewal {
  let timer: ReturnType<typeof setTimeout> | undefined
  let renewing: { readonly session: number; readonly token: Promise<Token | undefined> } | undefined

  const hold = (token: Token): void => {
    holder.hold(token)
    renewIn(freshUntil(token) - performance.now())
  }
  const renewIn = (ms: number): void => {
    const token = holder.token()
    clearTimeout(timer)
    timer = setTimeout(() => {
      // Another token has a time of its own.
      if (token !== undefined && token === holder.token()) void renewOnce()
    }, ms)
  }
  const renewOnce = (): Promise<Token | undefined> => {
    const session = holder.session()
    if (renewing?.session !== session) {
      const token = renew(session).finally(() => {
        if (renewing?.token === token) renewing = undefined
      })
      renewing = { session, token }
    }
    return renewing.token
  }
  const renew = async (session: number): Promise<Token | undefined> => {
    try {
      const token = await fetchToken()
      if (session !== holder.session()) return undefined
      if (token === null) holder.letGo(true)
      else hold(token)
      // It may be somebody else's by now, and whoever asked is not them.
      return session === holder.session() ? (token ?? undefined) : undefined
    } catch (error) {
      warnOnce('There is no fresh token', error)
      if (session === holder.session()) renewIn(secondsAfterFailure * 1000)
      return undefined
    }
  }

  const getToken: Identity['getToken'] = async ({ forceRefresh }) => {
    const old = holder.token()
    if (old === undefined) return undefined
    if (!forceRefresh && performance.now() < freshUntil(old)) return old.text
    const fresh = await renewOnce()
    if (fresh !== undefined || forceRefresh) return fresh?.text
    return old === holder.token() && performance.now() < endOf(old) ? old.text : undefined
  }
  return { hold, getToken }
}

const endOf = ({ askedAt, lifetimeMs }: Token): number => askedAt + lifetimeMs

/** A token that lives for a minute or less would never be fresh. */
const freshUntil = (token: Token): number =>
  endOf(token) - Math.min(secondsBefore * 1000, token.lifetimeMs / 2)
