// A button for what cannot be undone: it opens a dialog that says what will happen, and only that one does it.
import { useState, type ReactNode } from 'react'

import { sentenceOf } from '../api/sentence-of.ts'
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { useLeagueChange } from './queries.ts'

interface ActionProps {
  /** On the button that opens the dialog. */
  readonly label: string
  /** The name of that button, where several have the same label. */
  readonly name?: string
  readonly title: string
  /** On the button that does it. */
  readonly verb: string
  readonly send: () => Promise<unknown>
  /** Whether the learner is not in the league afterwards, and the page of their leagues is shown. */
  readonly isEnd?: boolean
  /** What will happen. */
  readonly children: ReactNode
}

type ConfirmProps = ActionProps & { readonly onClose: () => void }

export function ConfirmedAction(props: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton aria-label={props.name} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.label}
      </TextButton>
      {isOpen && <Confirm {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Confirm({ title, verb, send, isEnd = false, children, onClose }: ConfirmProps) {
  const navigate = useNavigate()
  const onSuccess = (): void => {
    onClose()
    if (isEnd) navigate(paths.leagues)
  }
  const { mutate, isPending, error } = useLeagueChange(send, onSuccess, isEnd)
  return (
    <ConfirmDialog
      title={title}
      keep="Cancel"
      verb={isPending ? 'Working...' : verb}
      isSending={isPending}
      refused={error && sentenceOf(error)}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <div className="mt-3 text-15 text-pretty">{children}</div>
    </ConfirmDialog>
  )
}
