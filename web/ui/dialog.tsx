// A question that has to be answered before anything else on the page: the browser keeps the focus in it, Escape says no, and
// afterwards the focus is where it was.
import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

interface DialogProps {
  readonly title: string
  /** Asked for with Escape, or with the way back of a phone; the owner may let it stay. */
  readonly onCancel: () => void
  readonly children: ReactNode
}

export function Dialog({ title, onCancel, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    return () => {
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={(event) => cancelOnEscape(event, onCancel)}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(30rem,calc(100vw-2rem))] overflow-y-auto rounded-card border border-line bg-surface p-5 text-14 text-ink shadow-popup backdrop:bg-black/50 md:p-6"
    >
      <h2 id={titleId} className="text-20 font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </dialog>
  )
}

/** Gives up the dialog, not what it was opened from. */
function cancelOnEscape(event: KeyboardEvent, onCancel: () => void): void {
  if (event.key !== 'Escape') return
  event.preventDefault()
  event.stopPropagation()
  onCancel()
}
