// Why the server refused what a button did.
import { sentenceOf } from '../api/sentence-of.ts'

interface RefusedProps {
  readonly error: unknown
  readonly className?: string
}

export const Refused = ({ error, className = '' }: RefusedProps) =>
  error !== null && (
    <p role="alert" className={`text-loss ${className}`}>
      {sentenceOf(error)}
    </p>
  )
