// A radio group drawn as a row of buttons, such as the ranges of a chart.
import { useRef, type KeyboardEvent, type ReactNode } from 'react'

interface RangesProps<T extends string> {
  readonly label: string
  readonly choices: readonly { readonly value: T; readonly label: ReactNode }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function Ranges<T extends string>({ label, choices, value, onChange }: RangesProps<T>) {
  // Where the value belongs to another group, Tab reaches the first button.
  const reachable = choices.some((choice) => choice.value === value) ? value : choices[0]?.value
  const buttons = useRef(new Map<T, HTMLButtonElement | null>())

  // As in every radio group, the arrow keys move the focus and select.
  const choose = (event: KeyboardEvent): void => {
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    const index = choices.findIndex((choice) => choice.value === value)
    const next = choices.at(move(index, choices.length))
    if (!next) return
    buttons.current.get(next.value)?.focus()
    onChange(next.value)
  }

  return (
    <div
      role="radiogroup"
      aria-label={label}
      className="flex gap-0.5 rounded-control bg-sunken p-1"
    >
      {choices.map((choice) => (
        <button
          key={choice.value}
          ref={(button) => void buttons.current.set(choice.value, button)}
          type="button"
          role="radio"
          aria-checked={choice.value === value}
          tabIndex={choice.value === reachable ? 0 : -1}
          onClick={() => onChange(choice.value)}
          onKeyDown={choose}
          className={`flex min-h-8 min-w-11 flex-1 items-center justify-center gap-1.5 rounded-[0.4375rem] px-2.5 text-12 font-medium transition-colors duration-100 max-md:min-h-10 max-[374px]:min-w-9 max-[374px]:px-1 ${choice.value === value ? 'bg-raised text-ink shadow-card' : 'text-muted hover:text-ink'}`}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

const moves: Readonly<Record<string, (index: number, length: number) => number>> = {
  ArrowRight: (index, length) => (index + 1) % length,
  ArrowDown: (index, length) => (index + 1) % length,
  ArrowLeft: (index) => index - 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: () => -1,
}
