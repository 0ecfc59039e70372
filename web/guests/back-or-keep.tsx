// What the join page shows those who are or were a guest: behind the QR code with which the organiser of a lesson lets a guest
// back in, which works once and is taken out of the address; and to keep a result, first the way to an account, and after the
// sign-in it moves the result there.
import { useMutation } from '@tanstack/react-query'
import * as guestCalls from '@tengrand/contract/guests.ts'
import * as leagueCalls from '@tengrand/contract/leagues.ts'
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { hasCode, sentenceOf } from '../api/sentence-of.ts'
import { rewriteEntry } from '../browser/browser-router.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { forgetGuest, useIsGuest } from '../session/guest.ts'
import { useSession } from '../session/session.tsx'
import { Frame, WayOn } from '../sign-in/frame.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Failure, useEntry } from './guest-form.tsx'

interface BackOrKeepProps {
  /** The lesson whose result is kept; undefined on the way back into one. */
  readonly league: string | undefined
  /** How a result is kept, for those who have not signed in yet. */
  readonly how: ReactNode
}

export default function BackOrKeep({ league, how }: BackOrKeepProps) {
  const { hash, pathname } = useLocation()
  const [pass] = useState(hash.slice(1))
  const { state } = useSession()
  const isGuest = useIsGuest()
  const uid = state.kind === 'signed-in' && !isGuest ? state.uid : null
  useEffect(() => {
    if (league === undefined && hash !== '') rewriteEntry(null, pathname)
  }, [league, hash, pathname])
  if (league === undefined) {
    return (
      <Frame title="Back to the Lesson" heading="Back to the lesson">
        {pass === '' ? noPass : <Return pass={pass} isSignedIn={uid !== null} />}
      </Frame>
    )
  }
  return (
    <Frame title="Keep Your Result" heading="Keep your result">
      {uid === null && how}
      {uid === null && isGuest && <WayOn to={paths.play(league)}>Back to the lesson</WayOn>}
      {uid !== null && <Keep key={uid} league={league} />}
    </Frame>
  )
}

const otherWay = <WayOn to={paths.joinByCode}>Join with a code</WayOn>

const noPass = (
  <>
    <Notice tone="error">
      This page needs the QR code that the organiser shows you. Ask for a new one.
    </Notice>
    {otherWay}
  </>
)

/** At once, unless somebody would be signed out, such as the organiser who tries the code. */
function Return({ pass, isSignedIn }: { pass: string; isSignedIn: boolean }) {
  const [isAsking] = useState(isSignedIn)
  const { mutate, isPending, error } = useEntry(() =>
    call(guestCalls.returnAsGuest, { body: { pass } }),
  )
  useAtOnce(mutate, isAsking)
  if (error) {
    return (
      <>
        <Failure error={error} />
        {!hasCode(error, 'expired_pass') && <Button onClick={() => mutate()}>Try again</Button>}
        {otherWay}
      </>
    )
  }
  if (isPending || !isAsking) return <p role="status">Opening the lesson...</p>
  return (
    <>
      <p>You are signed in. To go on as the guest of this code, you are signed out.</p>
      <Button onClick={() => mutate()}>Go on as the guest</Button>
      <WayOn to={paths.front}>Stay signed in</WayOn>
    </>
  )
}

/** Runs once, unless somebody is asked first. */
function useAtOnce(run: () => void, isAsking = false): void {
  const isBegun = useRef(isAsking)
  const begin = useEffectEvent(() => {
    if (!isBegun.current) run()
    isBegun.current = true
  })
  useEffect(() => begin(), [])
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
  useAtOnce(mutate)
  if (error === null) return <p role="status">Keeping your result...</p>
  const isMember = hasCode(error, 'already_member')
  return (
    <>
      <Notice tone="error">{sentenceOf(error)}</Notice>
      {isMember && <WayOn to={paths.league(league)}>Go to the lesson</WayOn>}
      {!isMember && !hasCode(error, 'no_guest') && (
        <Button onClick={() => mutate()}>Try again</Button>
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
    if (!hasCode(error, 'no_guest')) throw error
    await call(leagueCalls.oneLeague, { params: { league } }).catch(() => {
      throw error
    })
  }
}
