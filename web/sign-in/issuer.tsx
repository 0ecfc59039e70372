// The sign-in at another identity issuer: one button, which leaves this page.
import { isCode, sentenceOf } from '../session/identity-error.ts'
import { saveReturnPath } from '../session/login-state.ts'
import { useLocation } from '../browser/router.tsx'
import { useSession } from '../session/session.tsx'
import { Notice } from '../ui/notice.tsx'
import { useAttempt } from './attempt.ts'
import { Form } from './form.tsx'

interface IssuerProps {
  /** Null where only API clients sign in. */
  readonly name: string | null
  readonly isClosed: boolean
  /** The error code of the last attempt, from the address. */
  readonly error: string | null
}

export function Issuer({ name, isClosed, error }: IssuerProps) {
  const { identity } = useSession()
  const { state } = useLocation()
  const failed = `Failed to sign in with ${name}: `
  const attempt = useAttempt(
    error === null ? null : failed + sentenceOf(isCode(error) ? error : 'sign_in_failed'),
  )
  const go = (): void => {
    saveReturnPath(state)
    // After a refusal the issuer must ask again, so that another account can be chosen.
    void attempt.run('go', failed, () => identity.signInAtIssuer(error !== null))
  }
  if (name === null) return <Notice tone="info">{sentenceOf('signed_in_elsewhere')}</Notice>
  return (
    <>
      <p className="text-muted wrap-anywhere">
        You sign in to Tengrand with your account at {name}.{' '}
        {isClosed && sentenceOf('sign_up_closed')}
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
