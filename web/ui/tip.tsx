// A tooltip on hover, focus and tap; Escape closes it, and the pointer can move onto it (WCAG 1.4.13).
import {
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type PointerEvent,
  type ReactNode,
  type RefObject,
} from 'react'

import { Icon } from './icons.tsx'

interface TipProps {
  readonly words: ReactNode
  readonly className?: string
  /** Takes the id of the tooltip as its `aria-describedby`. */
  readonly children: (describedBy: string) => ReactNode
}

export function Tip({ words, className = 'inline-block', children }: TipProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const whole = useRef<HTMLSpanElement>(null)
  const tip = useRef<HTMLSpanElement>(null)
  useDismiss(open, whole, (by) => by !== 'focusin' && setOpen(false))
  useLayoutEffect(() => {
    if (open && tip.current) keepOnScreen(tip.current)
  }, [open])
  // A touch pointer also leaves when the finger is lifted.
  const leave = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse' && !whole.current?.contains(document.activeElement)) setOpen(false)
  }
  const show = (): void => setOpen(true)
  return (
    <span
      ref={whole}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && show()}
      onPointerLeave={leave}
      onFocus={show}
      onBlur={() => setOpen(false)}
      // A click opens it too, because not every browser focuses a button on tap.
      onClickCapture={show}
      className={`relative ${className}`}
    >
      {children(id)}
      {/* There is no gap to the tooltip, because the pointer could not cross it. */}
      <span
        ref={tip}
        role="tooltip"
        id={id}
        hidden={!open}
        className="absolute top-full left-0 z-20 w-64 max-w-[calc(100vw-1rem)] pt-1.5"
      >
        <span className="block rounded-control border border-line bg-surface px-3 py-2 text-left text-12 font-normal tracking-normal text-ink shadow-popup">
          {/* Empty while closed: inside a heading its text would become part of the heading. */}
          {open && words}
        </span>
      </span>
    </span>
  )
}

type HintProps = Omit<TipProps, 'children'> & { readonly children: ReactNode }

/** A dotted-underlined text with a tooltip. */
export function Hint({ words, className = '', children }: HintProps) {
  return (
    <Tip words={words} className={`inline-block ${className}`}>
      {(describedBy) => (
        <button
          type="button"
          aria-describedby={describedBy}
          className="relative cursor-help rounded-sm underline decoration-dotted underline-offset-3 before:absolute before:-inset-x-1 before:-inset-y-2"
        >
          {children}
        </button>
      )}
    </Tip>
  )
}

interface InfoProps extends Pick<TipProps, 'words' | 'className'> {
  /** The name of the icon. */
  readonly label: string
}

/** A tooltip on an icon beside a word. */
export const Info = ({ label, ...tip }: InfoProps) => (
  <Tip {...tip}>
    {(describedBy) => (
      <button
        type="button"
        aria-label={label}
        aria-describedby={describedBy}
        className="flex size-6 cursor-help items-center justify-center rounded-full text-muted hover:text-ink"
      >
        <Icon name="info" className="size-3.5" />
      </button>
    )}
  </Tip>
)

/** While it is open, calls `dismiss` with the type of the event on Escape and on a press or focus outside of it. */
export function useDismiss(
  open: boolean,
  whole: RefObject<Element | null>,
  dismiss: (eventType: string) => void,
): void {
  const onDismiss = useEffectEvent(dismiss)
  useEffect(() => {
    if (!open) return
    const stop = new AbortController()
    const listen = (event: Event): void => {
      const isDismissed =
        event instanceof KeyboardEvent
          ? event.key === 'Escape'
          : event.target instanceof Node && !whole.current?.contains(event.target)
      if (isDismissed) onDismiss(event.type)
    }
    for (const type of ['keydown', 'pointerdown', 'focusin'])
      document.addEventListener(type, listen, { signal: stop.signal })
    return () => stop.abort()
  }, [open, whole])
}

const marginPx = 8

/** Moves the tooltip left where it would leave the screen, and above its anchor where there is no room below. */
function keepOnScreen(tip: HTMLElement): void {
  tip.style.margin = ''
  const { right, bottom, height } = tip.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const x = Math.min(0, clientWidth - marginPx - right)
  const above = (tip.parentElement?.clientHeight ?? 0) + height
  const y = bottom > clientHeight ? -above : 0
  // Uses a margin, because a transform would leave the page too wide until the next layout.
  tip.style.margin = `${y}px 0 0 ${x}px`
}
