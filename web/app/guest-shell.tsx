// The frame around the pages of a guest: those of the own lesson alone, without the header. Every other address leads to the
// page on which the lesson is played.
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import * as identityCalls from '@tengrand/contract/identity.ts'
import { useLayoutEffect, useState, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { makeQueryClient, requestOptionsOf } from '../api/queries.ts'
import { paths } from '../browser/paths.ts'
import { Redirect, useLocation } from '../browser/router.tsx'
import { rememberedGuest } from '../session/guest.ts'
import type { LoginState } from '../session/login-state.ts'
import { SmallPrint } from '../session/price-source.tsx'
import { useSession } from '../session/session.tsx'
import { replacePrerendered } from '../ui/prerendered-sign-in.ts'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { OfflineBanner } from './offline-banner.tsx'

interface GuestShellProps {
  readonly children: ReactNode
}

/** After the session it leads to the page where a code is entered. */
export default function GuestShell(props: GuestShellProps) {
  const { state } = useSession()
  if (state.kind === 'signed-in') return <Shell key={state.uid} {...props} />
  const hasLeft = state.kind === 'signed-out' && state.ended === 'left'
  return hasLeft ? <Redirect to={paths.joinByCode} /> : toTheCode
}

const isOut: LoginState = { notice: 'signed-out' }
/** The page says that the session has ended, and ends one that is of no use any more. */
const toTheCode = <Redirect to={paths.joinByCode} state={isOut} />

function Shell(props: GuestShellProps) {
  const [queryClient] = useState(makeQueryClient)
  const { identity } = useSession()
  useLayoutEffect(replacePrerendered, [])
  return (
    <QueryClientProvider client={queryClient}>
      <a
        href="#main"
        className="absolute top-2 left-2 z-30 -translate-y-20 rounded-control bg-ink px-4 py-2.5 text-on-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="frame flex min-h-dvh flex-col">
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-content flex-1 px-4 py-5 md:p-6"
        >
          <InOwnLesson {...props} />
        </main>
        <footer className="foot mx-auto flex w-full max-w-content flex-wrap items-center justify-between gap-x-4 px-4 pt-2 pb-8 text-12 text-muted md:px-6">
          <SmallPrint />
          <TextButton onClick={() => void identity.signOut('left')}>Sign out</TextButton>
        </footer>
      </div>
      <OfflineBanner />
    </QueryClientProvider>
  )
}

function InOwnLesson({ children }: GuestShellProps) {
  const { pathname } = useLocation()
  const [league] = pathname.split('/').slice(2)
  return (
    <QueryView
      view={viewOf(useOwnLesson(), { what: 'the lesson' })}
      loading="Loading the lesson..."
      rows={8}
    >
      {(own) => {
        if (own === null) return toTheCode
        // The projector's page is for the organiser.
        const isOwn = league === own && pathname !== paths.screen(own)
        return isOwn ? children : <Redirect to={paths.play(own)} />
      }}
    </QueryView>
  )
}

/** The id of the guest's lesson; null for a guest who is in none any more. */
function useOwnLesson() {
  const { state } = useSession()
  const uid = state.kind === 'signed-in' ? state.uid : null
  return useQuery({
    queryKey: ['lesson of the guest', uid],
    queryFn: async (context) => {
      const { user } = await call(identityCalls.session, {}, requestOptionsOf(context))
      return user?.league ?? null
    },
    // What the browser remembers is asked again at once, and shown until the answer is there.
    placeholderData: () => rememberedGuest()?.league,
    staleTime: Infinity,
  })
}
