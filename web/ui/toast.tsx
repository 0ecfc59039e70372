// The toasts over the foot of the page: their container, their look, and a sentence that is shown for some seconds.
import { useEffect, useSyncExternalStore, type ComponentProps, type ReactNode } from 'react'

/** Long enough to read two sentences. */
const shownMs = 8_000

/** An object, because a repeated sentence is a new toast, which screen readers announce again. */
let sentence: { readonly words: string; readonly key: number } | null = null
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** Replaces the shown sentence. A function, because the component that it is about may be unmounted by then. */
export function showToast(next: string): void {
  clearTimeout(timer)
  timer = setTimeout(hideToast, shownMs)
  setSentence({ words: next, key: (sentence?.key ?? 0) + 1 })
}

function hideToast(): void {
  clearTimeout(timer)
  setSentence(null)
}

function setSentence(next: typeof sentence): void {
  sentence = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The element that other toasts are drawn into. */
export const toastsId = 'notices'

/** The container of all toasts, so that none hides another. */
export function Toasts({ children }: { children?: ReactNode }) {
  const shown = useSyncExternalStore(subscribe, () => sentence)
  useEffect(() => hideToast, [])
  return (
    <div
      id={toastsId}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-30 flex flex-col items-center gap-2 max-md:bottom-[calc(var(--bar)+var(--second-bar,0px)+0.75rem)]"
    >
      {shown !== null && (
        <Toast
          key={shown.key}
          role="alert"
          className="pointer-events-auto max-w-lg px-4 py-2.5 text-loss"
        >
          {shown.words}
        </Toast>
      )}
      {children}
    </div>
  )
}

/** The look of a toast. Without the class `pointer-events-auto`, clicks pass through to the page below. */
export const Toast = ({ className, ...rest }: ComponentProps<'div'>) => (
  <div
    {...rest}
    className={`rounded-control border border-line bg-surface shadow-popup ${className}`}
  />
)
