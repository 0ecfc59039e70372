// How a guest keeps the result of a lesson: by signing up or in, which leads back to the page that moves it to the account; and
// the card that says so after the end.
import { paths } from '../browser/paths.ts'
import { useNavigate } from '../browser/router.tsx'
import type { LoginState } from '../session/login-state.ts'
import { useProvider } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
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

export function HowToKeep({ league }: { league: string }) {
  const navigate = useNavigate()
  const isClosed = useProvider()?.signUp === 'closed'
  const from = paths.keep(league)
  return (
    <div className="grid justify-items-start gap-3">
      <p>
        You play as a guest. Your nickname and your trades are deleted 7 days after the lesson. If
        you move your result to an account, it stays, with the display name of the account.
      </p>
      <p className="text-muted">
        {isClosed
          ? "You can't create an account here. Sign in if you already have one."
          : 'Are you under the age of consent where you live? Ask your school or a parent first.'}
      </p>
      <Button onClick={() => navigate(paths.login, { state: { from } satisfies LoginState })}>
        {isClosed ? 'Sign in' : 'Sign up or sign in'}
      </Button>
    </div>
  )
}
