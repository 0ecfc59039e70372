// The card with which a guest keeps the result after the end.
import { HowToKeep } from '../leagues/how-to-keep.tsx'
import { Card } from '../ui/card.tsx'

interface KeepResultProps {
  readonly league: string
  readonly className?: string
}

export default function KeepResult({ league, className = '' }: KeepResultProps) {
  return (
    <Card title="Keep my result" className={className}>
      <HowToKeep league={league} />
    </Card>
  )
}
