// A dialog that asks before it does something: what will happen, why it was refused, and the choice. Doing nothing is the default.
import { useEffect, useRef, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { Notice } from './notice.tsx'
import { TypedForm, type Typed } from './typed-form.tsx'

interface ConfirmDialogProps {
  readonly title: string
  /** On the button that does nothing. */
  readonly keep: string
  /** On the button that does it. */
  readonly verb: string
  readonly kind?: 'danger' | 'secondary'
  readonly isSending: boolean
  /** False until it can be done. */
  readonly isReady?: boolean
  /** Why the last try was refused. */
  readonly refused: ReactNode
  readonly onClose: () => void
  readonly onSubmit: (typed: Typed) => void
  /** What will happen, and the fields of the form. */
  readonly children: ReactNode
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, keep, verb, kind = 'danger', isSending, isReady = true, refused } = props
  const keepButton = useRef<HTMLButtonElement>(null)
  useEffect(() => keepButton.current?.focus({ preventScroll: true }), [])
  const leave = (): void => {
    // The dialog stays open for the outcome of a request in flight.
    if (!isSending) props.onClose()
  }
  return (
    <Dialog title={title} onCancel={leave}>
      <TypedForm isBusy={isSending || !isReady} onSubmit={props.onSubmit}>
        {props.children}
        {refused && (
          <Notice tone="error" className="mt-4">
            {refused}
          </Notice>
        )}
        <div className="mt-5 flex flex-col gap-2 sm:flex-row-reverse">
          <Button ref={keepButton} aria-disabled={isSending} onClick={leave} className={choice}>
            {keep}
          </Button>
          <Button
            type="submit"
            kind={kind}
            aria-disabled={isSending || !isReady}
            className={choice}
          >
            {verb}
          </Button>
        </div>
      </TypedForm>
    </Dialog>
  )
}

const choice = 'sm:flex-1 aria-disabled:cursor-default aria-disabled:opacity-60'

/** A dialog that is only read. */
export const ReadDialog = ({ children, ...dialog }: DialogProps) => (
  <Dialog {...dialog}>
    {children}
    <Button kind="secondary" onClick={dialog.onCancel} className="mt-5 w-full">
      Close
    </Button>
  </Dialog>
)
