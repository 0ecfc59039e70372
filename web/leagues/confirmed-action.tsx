// A button for what cannot be undone: it opens a dialog that says what will happen, and only that one does it.
import { useEffect, useState, type ComponentProps, type ComponentType, type ReactNode } from 'react'

import { sentenceOf } from '../api/sentence-of.ts'
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextButton } from '../ui/text-actions.tsx'
import { useLeagueChange } from './queries.ts'

interface ActionProps extends Omit<ConfirmProps, 'onClose'> {
  /** On the button that opens the dialog. */
  readonly label: string
  /** The name of that button, where several have the same label. */
  readonly name?: string
  /** What draws that button, if it is more than text. */
  readonly button?: ComponentType<ComponentProps<'button'>>
}

interface ConfirmProps {
  readonly title: string
  /** On the button that does it. */
  readonly verb: string
  readonly send: () => Promise<unknown>
  /** Whether the learner is not in the league afterwards, and the page of their leagues is shown. */
  readonly isEnd?: boolean
  /** Whether the button does nothing at first, so that a double click on what opened the dialog does not hit it. */
  readonly isGuarded?: boolean
  /** What will happen. */
  readonly children: ReactNode
  readonly onClose: () => void
}

export function ConfirmedAction({
  label,
  name,
  button: Opener = TextButton,
  ...props
}: ActionProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Opener aria-label={name} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {label}
      </Opener>
      {isOpen && <Confirm {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

function Confirm(props: ConfirmProps) {
  const { title, verb, send, isEnd = false, isGuarded = false, children, onClose } = props
  const navigate = useNavigate()
  const [isReady, setReady] = useState(!isGuarded)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), guardMs)
    return () => clearTimeout(timer)
  }, [])
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
      isReady={isReady}
      refused={error && sentenceOf(error)}
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      <div className="mt-3 text-15 text-pretty">{children}</div>
    </ConfirmDialog>
  )
}

const guardMs = 700
