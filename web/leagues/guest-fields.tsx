// Who can join a lesson: whether guests can, who have no account, and whether they may choose their names.
import { useId, type ReactNode } from 'react'

export interface GuestChoice {
  readonly guests: boolean
  readonly generated_names: boolean
}

interface GuestFieldsProps {
  readonly choice: GuestChoice
  readonly onChange: (choice: GuestChoice) => void
}

export function GuestFields({ choice, onChange }: GuestFieldsProps) {
  return (
    <div>
      <Switch
        label="Guests can join without an account"
        isOn={choice.guests}
        onChange={(guests) => onChange({ ...choice, guests })}
      >
        They need only the code and a nickname. You can rename and remove them.
      </Switch>
      {choice.guests && (
        <Switch
          label="Guests take a name that is offered"
          isOn={choice.generated_names}
          onChange={(generated_names) => onChange({ ...choice, generated_names })}
        >
          Otherwise they can type a nickname.
        </Switch>
      )}
    </div>
  )
}

interface SwitchProps {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  /** What it means. */
  readonly children: ReactNode
}

function Switch({ label, isOn, onChange, children }: SwitchProps) {
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
