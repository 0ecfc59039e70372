// Who can join a lesson: whether guests can, who have no account, and whether they may choose their names.
import { Fragment, useId } from 'react'

export interface GuestChoice {
  readonly guests: boolean
  readonly generated_names: boolean
}

export interface GuestFieldsProps {
  readonly choice: GuestChoice
  readonly onChange: (choice: GuestChoice) => void
}

export function GuestFields({ choice, onChange }: GuestFieldsProps) {
  const id = useId()
  return (
    <div>
      {switches.map(
        ({ name, label, meaning }) =>
          (name === 'guests' || choice.guests) && (
            <Fragment key={name}>
              <label className="flex min-h-10 items-center gap-2.5">
                <input
                  type="checkbox"
                  checked={choice[name]}
                  aria-describedby={id + name}
                  onChange={() => onChange({ ...choice, [name]: !choice[name] })}
                  className="size-4 accent-accent"
                />
                {label}
              </label>
              <p id={id + name} className="-mt-1.5 pl-6.5 text-12 text-muted">
                {meaning}
              </p>
            </Fragment>
          ),
      )}
    </div>
  )
}

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
