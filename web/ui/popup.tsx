// A button that opens a small panel under itself; Escape, a click elsewhere and leaving by keyboard close it again.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'

interface PopupProps {
  readonly label: string
  readonly face: ReactNode
  /** Where the panel stands: at the end of what this is relative to. */
  readonly className?: string
  readonly children: ReactNode
}

export function Popup({ label, face, className = 'relative', children }: PopupProps) {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const whole = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    const closeOutside = ({ target }: Event): void => {
      if (target instanceof Node && !whole.current?.contains(target)) setOpen(false)
    }
    const closeOnEscape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [open])

  return (
    <div ref={whole} className={className}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => setOpen(!open)}
        className="flex size-10 items-center justify-center rounded-control text-muted transition-colors duration-100 hover:bg-sunken hover:text-ink"
      >
        {face}
      </button>
      {open && (
        <div
          id={panelId}
          className="absolute top-full right-0 z-20 mt-2 rounded-card border border-line bg-surface p-3 shadow-popup"
        >
          {children}
        </div>
      )}
    </div>
  )
}
