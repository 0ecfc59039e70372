// The button and the dialog that let a guest back in who lost the cookie: a QR code that works once, for five minutes.
import { useMutation } from '@tanstack/react-query'
import { passForGuest } from '@tengrand/contract/guests.ts'
import { useState } from 'react'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { CopyLink, linkTo, QrCode } from '../leagues/invite.tsx'
import type { GuestRowProps } from '../leagues/members.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { instantNow } from '../ui/instant.ts'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { minutesAndSeconds, useSecondsUntil } from './clock.ts'

export type OfGuest = Pick<GuestRowProps, 'league' | 'member'>

export function LetBackIn({ league, member: { user_id, display_name } }: OfGuest) {
  const [isOpen, setOpen] = useState(false)
  const pass = usePass(league, user_id)
  const open = (): void => {
    setOpen(true)
    pass.mutate()
  }
  return (
    <>
      <TextButton aria-label={`Let back in ${display_name}`} aria-haspopup="dialog" onClick={open}>
        Let back in…
      </TextButton>
      {isOpen && <PassDialog name={display_name} pass={pass} onClose={() => setOpen(false)} />}
    </>
  )
}

/** The link is the join page's, with the pass behind the #, so that it is in no log. */
const usePass = (league: string, user_id: string) =>
  useMutation({
    mutationFn: async () => {
      const askedAt = instantNow()
      const { pass } = await call(passForGuest, { params: { league, user_id } })
      return { link: `${linkTo('back')}#${pass}`, endsAt: askedAt + 1_000 * lastsSeconds }
    },
  })

/** As long as the server accepts it. Counted from the request, because the clock of the browser may be wrong. */
const lastsSeconds = 300

interface PassDialogProps {
  readonly name: string
  readonly pass: ReturnType<typeof usePass>
  readonly onClose: () => void
}

/** Keeps its height in all states. */
function PassDialog({ name, pass: { data, error, mutate }, onClose }: PassDialogProps) {
  const seconds = useSecondsUntil(data?.endsAt)
  // The time that is known here can be a bit older than the request.
  const left = seconds && Math.min(lastsSeconds, Math.max(0, seconds))
  const isExpired = left === 0
  return (
    <Dialog title={`Let ${name} back in`} onCancel={onClose}>
      <p className="mt-3 text-15">
        Scan this code with the phone on which {name} plays. It works once, for 5 minutes.
      </p>
      <div className="mx-auto mt-4 w-full max-w-[64dvh]" style={{ aspectRatio: 1 }}>
        {error && <Notice tone="error">{sentenceOf(error)}</Notice>}
        {isExpired && <Notice tone="info">This code has expired. Make a new one.</Notice>}
        {!error && left === null && <div className="skeleton h-full" />}
        {data && !isExpired && <QrCode text={data.link} />}
      </div>
      <p role="timer" className="mt-2 min-h-5 text-muted tabular-nums">
        {left !== null && !isExpired && `${minutesAndSeconds(left)} left`}
      </p>
      <div className="min-h-11">{data && !isExpired && <CopyLink link={data.link} />}</div>
      <div className="mt-5 flex gap-2">
        {(error || isExpired) && (
          <Button onClick={() => mutate()} className="flex-1">
            New code
          </Button>
        )}
        <Button kind="secondary" onClick={onClose} className="flex-1">
          Close
        </Button>
      </div>
    </Dialog>
  )
}
