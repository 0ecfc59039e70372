// The row of a guest in the organiser's table of members: renaming the guest, and letting one back in who lost the cookie.
import { renameGuest } from '@tengrand/contract/guests.ts'
import { useEffect, useId, useRef } from 'react'

import { call } from '../api/client.ts'
import type { GuestRowProps } from '../leagues/members.tsx'
import { useLeagueChange } from '../leagues/queries.ts'
import { Refused } from '../leagues/refused.tsx'
import { useOpen } from '../leagues/use-open.ts'
import { Button } from '../ui/button.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm } from '../ui/typed-form.tsx'
import { LetBackIn, type OfGuest } from './let-back-in.tsx'

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
