// The reason of an entry as plain text, and the form that changes it in the first minutes. The number can never be changed.
import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as journalCalls from '@tengrand/contract/journal.ts'
import { useEffect, useState } from 'react'

import { call } from '../api/client.ts'
import { NoteField } from '../orders/note-field.tsx'
import { usePortfolioOptions } from '../portfolio/queries.ts'
import { Button } from '../ui/button.tsx'
import { instantNow } from '../ui/instant.ts'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { TypedForm } from '../ui/typed-form.tsx'
import { useOpen } from '../ui/use-open.ts'
import type { Entry } from './queries.ts'

/** Text as it was typed: no markup, no links, and its direction stays its own. */
export const Note = ({ children }: { children: string }) => (
  <p className="mt-1 max-w-3xl text-15 wrap-anywhere whitespace-pre-wrap">
    <bdi>{children}</bdi>
  </p>
)

/** An open form stays open when the time is over, so that nothing typed disappears: the server refuses it. */
export function OwnNote({ entry }: { entry: Entry }) {
  const { note, ticker } = entry
  const { isOpen, open, close, opener } = useOpen()
  const canEdit = useCanEdit(entry)
  if (isOpen) return <EditForm entry={entry} onClose={close} />
  const verb = note === null ? 'Add a reason' : 'Edit reason'
  return (
    <>
      {note !== null && <Note>{note}</Note>}
      {canEdit && (
        <TextButton ref={opener} aria-label={`${verb}, ${ticker}`} onClick={open}>
          {verb}
        </TextButton>
      )}
    </>
  )
}

/** Becomes false when the time is over. */
function useCanEdit({ note_until }: Entry): boolean {
  const until = Date.parse(note_until)
  const [now, setNow] = useState(instantNow)
  useEffect(() => {
    const rest = until - instantNow()
    if (rest <= 0) return
    const timer = setTimeout(() => setNow(instantNow()), rest)
    return () => clearTimeout(timer)
  }, [until])
  return now < until
}

function EditForm({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const [typed, setTyped] = useState(entry.note ?? '')
  const [isEmpty, setEmpty] = useState(false)
  const client = useQueryClient()
  const { queryKey } = usePortfolioOptions('journal').options
  const { mutate, isPending, error } = useMutation({
    mutationFn: (note: string) =>
      call(journalCalls.changeNote, { params: { id: entry.id }, body: { note } }),
    // The form stays until the list has the new reason.
    onSuccess: () => client.invalidateQueries({ queryKey }).then(onClose),
  })
  return (
    <TypedForm
      isBusy={isPending}
      onSubmit={() => (typed.trim() === '' ? setEmpty(true) : mutate(typed.trim()))}
      className="mt-2 max-w-xl pb-1"
    >
      <NoteField
        ref={focusAtEnd}
        note={typed}
        onChange={(next) => {
          setEmpty(false)
          setTyped(next)
        }}
      />
      {(isEmpty || error) && (
        <Notice tone="error">{isEmpty ? 'Write a reason, or cancel.' : error?.message}</Notice>
      )}
      <div className="mt-2 flex gap-3">
        <Button type="submit" aria-disabled={isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        <Button kind="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </TypedForm>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus()
  field?.setSelectionRange(field.value.length, field.value.length)
}
