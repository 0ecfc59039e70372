// Why the server refused what a button did.
import { sentenceOf } from '../api/sentence-of.ts'

interface RefusedProps {
  readonly error: unknown
  /** For the `aria-describedby` of a field. */
  readonly id?: string
  readonly className?: string
}

export const Refused = ({ error, id, className = '' }: RefusedProps) =>
  error !== null && (
    <p id={id} role="alert" className={`text-loss ${className}`}>
      {sentenceOf(error)}
    </p>
  )
