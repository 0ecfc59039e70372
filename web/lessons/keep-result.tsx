// The card with which a guest keeps the result after the end; nothing for others.
import { HowToKeep } from '../leagues/how-to-keep.tsx'
import { useIsGuest } from '../session/guest.ts'
import { Card } from '../ui/card.tsx'

interface KeepResultProps {
  readonly league: string
  readonly className?: string
}

export default function KeepResult({ league, className = '' }: KeepResultProps) {
  if (!useIsGuest()) return null
  return (
    <Card title="Keep my result" className={className}>
      <HowToKeep league={league} />
    </Card>
  )
}
