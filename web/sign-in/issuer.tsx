// The way in where another issuer knows who people are: one button, which leaves this page.
import { isCode, sentenceOf } from '../session/identity-error.ts'
import { saveReturnPath } from '../session/login-state.ts'
import { useLocation } from '../browser/router.tsx'
import { useSession } from '../session/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAttempt } from './attempt.ts'
import { Form } from './form.tsx'

interface IssuerProps {
  /** None where only programs sign in. */
  readonly name: string | null
  readonly isClosed: boolean
  /** What the last attempt ended in, as the address says it. */
  readonly error: string | null
}

export function Issuer({ name, isClosed, error }: IssuerProps) {
  return name === null ? (
    <Notice tone="info">{sentenceOf('signed_in_elsewhere')}</Notice>
  ) : (
    <IssuerForm name={name} isClosed={isClosed} error={error} />
  )
}

function IssuerForm({ name, isClosed, error }: IssuerProps & { name: string }) {
  const { identity } = useSession()
  const { state } = useLocation()
  const failed = `Failed to sign in with ${name}: `
  const attempt = useAttempt(
    error === null ? null : failed + sentenceOf(isCode(error) ? error : 'sign_in_failed'),
  )
  const go = (): void => {
    saveReturnPath(state)
    // Whoever was turned away may have another account there.
    void attempt.run('go', failed, () => identity.signInAtIssuer(error !== null))
  }
  return (
    <>
      <p className="text-muted wrap-anywhere">
        You sign in to Tengrand with your account at {name}. {isClosed && closed}
      </p>
      <Form
        attempt={attempt}
        label={`Sign in with ${name}`}
        busyLabel="Signing in..."
        onSubmit={go}
      />
    </>
  )
}

const closed = sentenceOf('sign_up_closed')
