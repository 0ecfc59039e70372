// The fingerprint of a lesson, whole or shortened, and what it is for.
import type { LessonMarket } from './lesson-words.ts'

interface FingerprintProps {
  readonly market: Pick<LessonMarket, 'fingerprint'>
  readonly isShort?: boolean
}

export function Fingerprint({ market: { fingerprint }, isShort = false }: FingerprintProps) {
  const [first, second, third, ...others] = fingerprint.match(/.{4}/g) ?? []
  const shown = isShort ? [first, second, third, '…', others.at(-1)].join(' ') : fingerprint
  return (
    <p className="text-12 wrap-anywhere text-muted">
      <span className="font-medium">Fingerprint {shown}</span>
      <br />
      It shows after the end that all prices were fixed before the start.
    </p>
  )
}
