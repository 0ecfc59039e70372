// A button for what cannot be undone: it opens a dialog that says what will happen, and only that one does it.
import { useState, type ReactNode } from 'react'

import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { sentenceOf, useLeagueChange } from './queries.ts'

interface ActionProps {
  /** On the button that opens the dialog. */
  readonly label: string
  /** The name of that button, where several have the same label. */
  readonly name?: string
  readonly title: string
  /** On the button that does it. */
  readonly verb: string
  readonly send: () => Promise<unknown>
  readonly onDone?: () => void
  /** Whether the learner is not in the league afterwards. */
  readonly isEnd?: boolean
  /** What will happen. */
  readonly children: ReactNode
}

export function ConfirmedAction(props: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <TextButton aria-label={props.name} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.label}
      </TextButton>
      {isOpen && <ConfirmDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function ConfirmDialog(props: ActionProps & { onClose: () => void }) {
  const { title, verb, send, onDone, isEnd, children, onClose } = props
  const { mutate, isPending, error } = useLeagueChange(send, {
    isEnd: isEnd ?? false,
    onDone: () => {
      onClose()
      onDone?.()
    },
  })
  const leave = (): void => {
    // The dialog stays open for the outcome of a request in flight.
    if (!isPending) onClose()
  }
  const go = (): void => {
    if (!isPending) mutate()
  }
  return (
    <Dialog title={title} onCancel={leave}>
      <div className="mt-3 text-15 text-pretty">{children}</div>
      {error && (
        <div className="mt-4">
          <Notice tone="error">{sentenceOf(error)}</Notice>
        </div>
      )}
      <div className="mt-5 flex flex-col gap-2 sm:flex-row-reverse">
        <Button aria-disabled={isPending} onClick={leave} className={choice}>
          Cancel
        </Button>
        <Button kind="danger" aria-disabled={isPending} onClick={go} className={choice}>
          {isPending ? 'Working...' : verb}
        </Button>
      </div>
    </Dialog>
  )
}

const choice = 'sm:flex-1 aria-disabled:cursor-default aria-disabled:opacity-60'
