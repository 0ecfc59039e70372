// The field of a reason, in the order form and in the journal. Near its limit it counts the characters that are left.
import { noteLengthMax } from '@tengrand/core/journal.ts'
import { useId, type Ref } from 'react'

import { fieldLook } from '../ui/field-look.ts'

interface NoteFieldProps {
  readonly note: string
  readonly onChange: (note: string) => void
  readonly ref?: Ref<HTMLTextAreaElement>
}

export function NoteField({ note, onChange, ref }: NoteFieldProps) {
  const id = useId()
  // The field counts an emoji twice, the server once.
  const left = Math.max(0, noteLengthMax - note.length)
  return (
    <div>
      <label htmlFor={id} className="font-medium">
        Why?
      </label>
      <textarea
        ref={ref}
        id={id}
        rows={3}
        maxLength={noteLengthMax}
        autoComplete="off"
        value={note}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={`${id}left`}
        className={`${fieldLook} mt-1.5 block h-auto resize-y py-2.5`}
      />
      {/* Its line is kept, so that the fields below stay where they are. */}
      <p id={`${id}left`} className="mt-1 min-h-4 text-right text-12 text-muted tabular-nums">
        {left <= leftShown && `${left} ${left === 1 ? 'character' : 'characters'} left`}
      </p>
    </div>
  )
}

const leftShown = 50
