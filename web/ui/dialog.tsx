// A modal dialog: the browser traps the focus in it, Escape cancels, and closing returns the focus.
import { useEffect, useId, useRef, type ReactNode } from 'react'

export interface DialogProps {
  readonly title: string
  /** Called on Escape or the back gesture of a phone. The owner decides whether the dialog closes. */
  readonly onCancel: () => void
  /** For what is read from afar. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Dialog({ title, onCancel, isWide = false, children }: DialogProps) {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const opener = document.activeElement
    const shown = dialog.current
    if (shown?.open === false) shown.showModal()
    return () => {
      // What opened the dialog may be gone with what the dialog did.
      const next = opener?.isConnected ? opener : document.querySelector('h1')
      if (next instanceof HTMLElement) next.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        // Otherwise the menu that opened the dialog would close as well.
        event.stopPropagation()
        onCancel()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onCancel()
      }}
      className={`m-auto max-h-[calc(100dvh-2rem)] ${isWide ? 'w-[min(80rem,calc(100vw-2rem))]' : 'w-[min(30rem,calc(100vw-2rem))]'} overflow-y-auto rounded-card border border-line bg-surface p-5 text-14 text-ink shadow-popup backdrop:bg-black/50 md:p-6`}
    >
      <h2 id={titleId} className="text-20 font-semibold tracking-tight">
        {title}
      </h2>
      {children}
    </dialog>
  )
}
