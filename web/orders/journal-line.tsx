// The line under the order form that opens the two optional fields of the journal: the reason, and how sure the learner is.
// It is loaded after the form, stands below its button, and is closed until it is opened in this browser.
import { confidences, termDays, type Confidence } from '@tengrand/core/journal.ts'
import { useImperativeHandle, useRef, useState, type Ref } from 'react'

import { Link } from '../browser/link.tsx'
import { usePaths } from '../browser/paths.ts'
import { TextButton } from '../ui/text-actions.tsx'
import type { OrderDraft } from './buying-power.ts'
import { rememberJournalOpened, wasJournalOpened, type JournalDraft } from './journal-opened.ts'
import { NoteField } from './note-field.tsx'
import { ChoiceField } from './trade-fields.tsx'

interface JournalLineProps {
  readonly side: OrderDraft['side']
  readonly draft: Ref<JournalDraft>
}

/** The number is for a side: that a stock does better is no forecast that it does worse. */
const nothing = {
  note: '',
  side: 'buy' as OrderDraft['side'],
  confidence: null as Confidence | null,
}

export default function JournalLine({ side, draft }: JournalLineProps) {
  const { journal } = usePaths()
  const [isOpen, setOpen] = useState(wasJournalOpened)
  const [written, setWritten] = useState(nothing)
  const [isSaved, setSaved] = useState(false)
  const sent = useRef(nothing)
  const write = (part: Partial<typeof nothing>): void => {
    setSaved(false)
    setWritten({ ...written, ...part })
  }
  const note = written.note.trim()
  const confidence = written.side === side ? written.confidence : null
  useImperativeHandle(draft, () => ({
    take: () => {
      // What cannot be seen is not sent.
      sent.current = isOpen ? written : nothing
      if (!isOpen) return {}
      return { ...(note !== '' && { note }), ...(confidence !== null && { confidence }) }
    },
    emptySent: () => {
      setSaved(sent.current !== nothing)
      setWritten((now) => (now === sent.current ? nothing : now))
    },
  }))
  return (
    <div className="order-1 mt-2 -mb-3 print:hidden">
      <div className="flex items-center justify-between gap-4">
        <TextButton aria-expanded={isOpen} onClick={() => setOpen(rememberJournalOpened(!isOpen))}>
          Add a reason
        </TextButton>
        {isSaved && (
          <span role="status">
            <Link to={journal()} className="text-accent underline underline-offset-3">
              Saved in your journal
            </Link>
          </span>
        )}
      </div>
      {isOpen && (
        <div className="grid min-h-62.5 content-start gap-2 pb-3">
          <NoteField note={written.note} onChange={(next) => write({ note: next })} />
          <SureField
            side={side}
            confidence={confidence}
            onChange={(next) => write({ side, confidence: next })}
          />
        </div>
      )}
    </div>
  )
}

interface SureFieldProps extends Pick<JournalLineProps, 'side'> {
  readonly confidence: Confidence | null
  readonly onChange: (confidence: Confidence | null) => void
}

const SureField = ({ side, confidence, onChange }: SureFieldProps) => (
  <ChoiceField
    label={`How sure are you that it will do ${side === 'buy' ? 'better' : 'worse'} than the market over the next ${termDays} days?`}
    value={confidence === null ? none : `${confidence}%`}
    options={choices}
    onChange={(choice) => onChange(confidences.find((percent) => choice === `${percent}%`) ?? null)}
  />
)

const none = 'No forecast'
const choices = Object.fromEntries(
  [none, ...confidences.map((percent) => `${percent}%`)].map((words) => [words, words]),
)
