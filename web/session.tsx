// Who is here. Until sign-in exists everybody is a visitor, who is "inside" after the first look behind the front page.
import { createContext, use, useMemo, useState, type ReactNode } from 'react'

interface Session {
  readonly inside: boolean
  readonly enter: () => void
}

const SessionContext = createContext<Session>({ inside: false, enter: () => {} })

export const useSession = (): Session => use(SessionContext)

export function SessionProvider({ children }: { children: ReactNode }) {
  const [inside, setInside] = useState(false)
  const session = useMemo(() => ({ inside, enter: () => setInside(true) }), [inside])
  return <SessionContext value={session}>{children}</SessionContext>
}
