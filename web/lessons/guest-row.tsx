// The row of a guest in the organiser's table of members: renaming the guest, and letting one back in who lost the cookie, by a
// QR code that works once, for five minutes.
import { useMutation } from '@tanstack/react-query'
import { passForGuest, renameGuest } from '@tengrand/contract/guests.ts'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { sentenceOf } from '../api/sentence-of.ts'
import { CopyLink, linkTo, QrCode } from '../leagues/invite.tsx'
import type { GuestRowProps } from '../leagues/members.tsx'
import { useLeagueChange } from '../leagues/queries.ts'
import { Refused } from '../leagues/refused.tsx'
import { useOpen } from '../ui/use-open.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { instantNow } from '../ui/instant.ts'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm } from '../ui/typed-form.tsx'
import { minutesAndSeconds, useSecondsUntil } from './clock.ts'

export function GuestRow({ league, member, children }: GuestRowProps) {
  const { isOpen, open, close, opener } = useOpen()
  const { guest = false, display_name, organiser_name } = member
  if (!guest) return children(organiser_name)
  if (isOpen) {
    return (
      <tr className="border-t border-line max-md:block">
        <td colSpan={8} className="py-3 max-md:block">
          <RenameForm league={league} member={member} onClose={close} />
        </td>
      </tr>
    )
  }
  return children(
    <div className="flex flex-wrap items-center gap-x-3 whitespace-nowrap xl:flex-nowrap">
      <TextButton ref={opener} aria-label={`Rename ${display_name}`} onClick={open}>
        Rename…
      </TextButton>
      <LetBackIn league={league} member={member} />
    </div>,
  )
}

/** Keeps what was typed when the server refuses it. */
function RenameForm({ league, member, onClose }: OfGuest & { readonly onClose: () => void }) {
  const { user_id, display_name } = member
  const input = useRef<HTMLInputElement>(null)
  const faultId = useId()
  const { mutate, isPending, error } = useLeagueChange(
    (name: string) => call(renameGuest, { params: { league, user_id }, body: { name } }),
    onClose,
  )
  useEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [])
  return (
    <TypedForm
      isBusy={isPending}
      onSubmit={(typed) => mutate(typed('name'), { onError: () => input.current?.focus() })}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
      className="grid max-w-sm gap-4"
    >
      <TextField
        ref={input}
        label={`New name for ${display_name}`}
        name="name"
        defaultValue={display_name}
        maxLength={100}
        spellCheck={false}
        hint="2 to 24 letters and digits. All members see it."
        faultId={error ? faultId : undefined}
      >
        <Refused id={faultId} error={error} className="mt-1.5" />
      </TextField>
      <div className="flex gap-2">
        <Button type="submit" aria-disabled={isPending} className="flex-1">
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button kind="secondary" onClick={onClose} className="flex-1">
          Cancel
        </Button>
      </div>
    </TypedForm>
  )
}

type OfGuest = Pick<GuestRowProps, 'league' | 'member'>

function LetBackIn({ league, member: { user_id, display_name } }: OfGuest) {
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
