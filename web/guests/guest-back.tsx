// What the join page shows behind the QR code with which the organiser of a lesson lets a guest back in. The code works once
// and is taken out of the address.
import { useMutation } from '@tanstack/react-query'
import * as guestCalls from '@tengrand/contract/guests.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { rewriteEntry } from '../browser/browser-router.tsx'
import { paths } from '../browser/paths.ts'
import { useLocation, useNavigate } from '../browser/router.tsx'
import { ApiProblem } from '../api/problem.ts'
import { rememberGuest, useIsGuest } from '../session/guest.ts'
import { explain } from '../session/identity-error.ts'
import { useSession } from '../session/session.tsx'
import { Frame, WayOn } from '../sign-in/frame.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export default function GuestBack() {
  const { hash, pathname } = useLocation()
  const [pass] = useState(hash.slice(1))
  useEffect(() => {
    if (hash !== '') rewriteEntry(null, pathname)
  }, [hash, pathname])
  return (
    <Frame title="Back to the Lesson" heading="Back to the lesson">
      {pass === '' ? (
        <>
          <Notice tone="error">
            This page needs the QR code that the organiser shows you. Ask for a new one.
          </Notice>
          {otherWay}
        </>
      ) : (
        <Return pass={pass} />
      )}
    </Frame>
  )
}

const otherWay = <WayOn to={paths.joinByCode}>Join with a code</WayOn>

/** At once, unless somebody would be signed out, such as the organiser who tries the code. */
function Return({ pass }: { pass: string }) {
  const { identity, state } = useSession()
  const isGuest = useIsGuest()
  const [isAsking] = useState(state.kind === 'signed-in' && !isGuest)
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const entered = await call(guestCalls.returnAsGuest, { body: { pass } })
      await identity.adopt()
      return entered
    },
    onSuccess: (entered) => {
      rememberGuest(entered)
      navigate(paths.play(entered.league), { replace: true })
    },
  })
  const isBegun = useRef(isAsking)
  const begin = useEffectEvent(() => {
    if (!isBegun.current) mutate()
    isBegun.current = true
  })
  useEffect(() => begin(), [])
  if (error) {
    return (
      <>
        <Notice tone="error">
          {error instanceof ApiProblem ? error.sentence : explain(error).words}
        </Notice>
        {!isUsed(error) && <Button onClick={() => mutate()}>Try again</Button>}
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

const isUsed = (error: Error): boolean =>
  error instanceof ApiProblem && error.code === 'expired_pass'
