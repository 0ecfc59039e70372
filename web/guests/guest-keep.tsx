// What the join page shows a guest who wants to keep a result: the way to an account, and after the sign-in it moves the
// result there.
import { useMutation } from '@tanstack/react-query'
import * as guestCalls from '@tengrand/contract/guests.ts'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { forgetGuest, useIsGuest } from '../session/guest.ts'
import { useSession } from '../session/session.tsx'
import { Frame, WayOn } from '../sign-in/frame.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

interface GuestKeepProps {
  readonly league: string
  /** For those who have not signed in yet. */
  readonly how: ReactNode
}

export default function GuestKeep({ league, how }: GuestKeepProps) {
  const { state } = useSession()
  const isGuest = useIsGuest()
  return (
    <Frame title="Keep Your Result" heading="Keep your result">
      {state.kind === 'signed-in' && !isGuest ? (
        <Keep key={state.uid} league={league} />
      ) : (
        <>
          {how}
          {isGuest && <WayOn to={paths.play(league)}>Back to the lesson</WayOn>}
        </>
      )}
    </Frame>
  )
}

/** At once: the guest has asked for it before the sign-in. */
function Keep({ league }: { league: string }) {
  const navigate = useNavigate()
  const { mutate, error } = useMutation({
    mutationFn: () => keep(league),
    onSuccess: () => {
      forgetGuest()
      navigate(paths.league(league), { replace: true })
    },
  })
  const isBegun = useRef(false)
  const begin = useEffectEvent(() => {
    if (!isBegun.current) mutate()
    isBegun.current = true
  })
  useEffect(() => begin(), [])
  if (error === null) return <p role="status">Keeping your result...</p>
  const code = error instanceof ApiProblem ? error.code : ''
  return (
    <>
      <Notice tone="error">{sentenceOf(error)}</Notice>
      {code === 'already_member' ? (
        <WayOn to={paths.league(league)}>Go to the lesson</WayOn>
      ) : (
        code !== 'no_guest' && <Button onClick={() => mutate()}>Try again</Button>
      )}
      <WayOn to={paths.leagues}>Your leagues</WayOn>
    </>
  )
}

/** If the answer to an earlier try was lost, the guest is gone, and the account is in the lesson. */
async function keep(league: string): Promise<void> {
  try {
    await call(guestCalls.keepGuest, { body: { league } })
  } catch (error) {
    const isGone = error instanceof ApiProblem && error.code === 'no_guest'
    if (!isGone || !(await isMember(league))) throw error
  }
}

const isMember = (league: string): Promise<boolean> =>
  call(leagueCalls.oneLeague, { params: { league } }).then(
    () => true,
    () => false,
  )
