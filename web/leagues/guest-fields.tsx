// Who can join a lesson: whether guests can, who have no account, and whether they may choose their names.
import { useId, type ReactNode } from 'react'

export interface GuestChoice {
  readonly guests: boolean
  readonly generated_names: boolean
}

export interface GuestFieldsProps {
  readonly choice: GuestChoice
  readonly onChange: (choice: GuestChoice) => void
}

export const GuestFields = ({ choice, onChange }: GuestFieldsProps) => (
  <div>
    {switches.map(
      ({ name, label, meaning }) =>
        (name === 'guests' || choice.guests) && (
          <Switch
            key={name}
            label={label}
            isOn={choice[name]}
            onChange={(isOn) => onChange({ ...choice, [name]: isOn })}
          >
            {meaning}
          </Switch>
        ),
    )}
  </div>
)

const switches = [
  {
    name: 'guests',
    label: 'Guests can join without an account',
    meaning: 'They need only the code and a nickname. You can rename and remove them.',
  },
  {
    name: 'generated_names',
    label: 'Guests take a name that is offered',
    meaning: 'Otherwise they can type a nickname.',
  },
] as const

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** What it means. */
  readonly children: ReactNode
}

/** A choice that is on or off. */
export function Switch({ label, isOn, onChange, children }: SwitchProps) {
  const note = useId()
  return (
    <>
      <label className="flex min-h-10 items-center gap-2.5">
        <input
          type="checkbox"
          checked={isOn}
          aria-describedby={note}
          onChange={() => onChange(!isOn)}
          className="size-4 accent-accent"
        />
        {label}
      </label>
      <p id={note} className="-mt-1.5 pl-6.5 text-12 text-muted">
        {children}
      </p>
    </>
  )
}
