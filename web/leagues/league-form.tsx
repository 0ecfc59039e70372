// The form of a league: its name, times and rules, or the name alone where the rules are frozen.
import { leagueCash } from '@tengrand/core/league.ts'
import { useEffect, useId, useRef, useState, type ComponentProps, type ReactNode } from 'react'

import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldLook } from '../ui/field-look.ts'
import { TextField, type TextFieldProps } from '../ui/text-field.tsx'
import { TypedForm, type Typed } from '../ui/typed-form.tsx'
import { faultOf, type Draft } from './draft.ts'
import { useIsRealMarket } from './queries.ts'
import { holdingWords, orderWords } from './rules.tsx'

interface LeagueFormProps {
  readonly first: () => Draft
  readonly isNameOnly?: boolean
  /** On the button that sends it. */
  readonly label: string
  readonly isSending: boolean
  /** Of the last try. */
  readonly error?: unknown
  /** Whether that try may have succeeded after all. */
  readonly isOpen?: boolean
  readonly onSubmit: (typed: Typed) => void
  readonly onCancel: () => void
  /** Further fields. */
  readonly children?: ReactNode
}

/** The fields keep what was typed, whatever the server says. */
export function LeagueForm(props: LeagueFormProps) {
  const { isNameOnly = false, isSending, error, isOpen = false, onSubmit, onCancel } = props
  const [first] = useState(props.first)
  const form = useRef<HTMLFormElement>(null)
  const faultId = useId()
  const fault = error ? faultOf(error) : null
  const faulty = fault?.field ?? ''
  useEffect(() => {
    const name = form.current?.querySelector('input')
    name?.focus()
    // What is typed replaces the name that is there.
    name?.select()
  }, [])
  useEffect(() => {
    const input = form.current?.elements.namedItem(faulty)
    if (error && input instanceof HTMLElement) input.focus()
  }, [error, faulty])
  const field: FieldOf = (name) => ({
    name,
    defaultValue: first[name],
    faultId: faulty === name ? faultId : undefined,
  })
  return (
    <TypedForm ref={form} isBusy={isSending} onSubmit={onSubmit} className="grid gap-4 *:min-w-0">
      <TextField
        label="Name"
        {...field('name')}
        maxLength={100}
        hint="3 to 40 letters, digits and simple signs. All members see it."
      />
      {props.children}
      {!isNameOnly && <RuleFields first={first} field={field} />}
      {fault && (
        <Notice tone="error" id={faultId}>
          {fault.words}
          {isOpen && <p className="mt-1">Try again. It won't happen twice.</p>}
        </Notice>
      )}
      <div className="flex gap-2">
        <Button type="submit" aria-disabled={isSending} className={choice}>
          {props.label}
        </Button>
        <Button kind="secondary" aria-disabled={isSending} onClick={onCancel} className={choice}>
          Cancel
        </Button>
      </div>
    </TypedForm>
  )
}

const choice = 'flex-1 aria-disabled:cursor-default aria-disabled:opacity-60'

type FieldOf = (name: keyof Draft) => Pick<TextFieldProps, 'name' | 'defaultValue' | 'faultId'>

function RuleFields({ first, field }: { first: Draft; field: FieldOf }) {
  const isReal = useIsRealMarket()
  return (
    <>
      <TextField
        label="Starting cash in dollars"
        {...field('starting_cash')}
        type="number"
        {...leagueCash}
        step={0.01}
        hint="From 1,000 to 1,000,000."
      />
      <TextField
        label="Starts"
        {...field('starts_at')}
        type="datetime-local"
        required={false}
        hint="Leave it empty to start now."
      />
      <TextField
        label="Ends"
        {...field('ends_at')}
        type="datetime-local"
        hint={`Your time zone: ${timeZone}.${isReal ? ' The end is when the market next closes after that.' : ''}`}
      />
      <Choice label="Orders" name="orders" words={orderWords} defaultValue={first.orders} />
      <Choice
        label="Others see holdings"
        name="holdings"
        words={holdingWords}
        defaultValue={first.holdings}
      />
    </>
  )
}

const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()

interface ChoiceProps extends ComponentProps<'select'> {
  readonly label: string
  readonly words: Readonly<Record<string, string>>
}

export const Choice = ({ label, words, ...select }: ChoiceProps) => (
  <label className="font-medium">
    {label}
    <select {...select} className={`mt-1.5 font-normal ${fieldLook}`}>
      {Object.entries(words).map(([value, word]) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  </label>
)
