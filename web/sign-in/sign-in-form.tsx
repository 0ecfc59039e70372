// The form to sign in or sign up, with a password or with Google.
import { askGoogle } from '../session/google-popup.ts'
import type { Provider } from '../session/session-store.ts'
import { sentenceOf } from '../session/identity-error.ts'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { typedIn } from '../ui/typed-form.tsx'
import { useAttempt } from './attempt.ts'
import { EmailField, PasswordFields } from './fields.tsx'
import { Form, TextButton } from './form.tsx'
import { Divider, Google } from './google.tsx'

export type Mode = 'sign-in' | 'sign-up'

export interface SignInFormProps extends Omit<JoiningProps, 'disabled'> {
  readonly email: string
  readonly onForgot: (email: string) => void
  /** Loads the code of the first page while the server checks the password. */
  readonly preload: () => void
}

export function SignInForm({ email, onForgot, preload, ...joining }: SignInFormProps) {
  const { mode, provider } = joining
  const { identity } = useSession()
  const attempt = useAttempt()
  const { form, busy, run } = attempt
  const isNew = mode === 'sign-up'
  const words = allWords[mode]
  const sign = isNew ? identity.signUp : identity.signIn
  const enter = (button: string, failure: string, work: () => Promise<void>): void => {
    preload()
    void run(button, failure, work)
  }
  const enterWithGoogle = (): void =>
    enter('google', 'Failed to sign in with Google: ', () => identity.signInWithGoogle(askGoogle))
  return (
    <Form
      attempt={attempt}
      label={words.submit}
      onSubmit={(typed) =>
        enter('go', words.failure, () => sign(typed('email'), typed('password')))
      }
      below={
        <>
          <Google busy={busy} label={words.google} provider={provider} onClick={enterWithGoogle} />
          <Joining {...joining} disabled={busy !== null} />
        </>
      }
    >
      <EmailField
        attempt={attempt}
        email={email}
        hint={isNew ? hintFor(provider.allowedDomains) : undefined}
      />
      <PasswordFields attempt={attempt} label="Password" isNew={isNew}>
        {!isNew && (
          <TextButton
            disabled={busy !== null}
            onClick={() => onForgot(typedIn(form.current)('email'))}
            className="absolute -top-2.5 right-0"
          >
            Forgot password?
          </TextButton>
        )}
      </PasswordFields>
    </Form>
  )
}

interface JoiningProps {
  readonly mode: Mode
  readonly provider: Provider
  /** Whether the notice above already says that sign-up is closed. */
  readonly isClosedSaid: boolean
  readonly disabled: boolean
  readonly onToggle: () => void
}

function Joining({ mode, provider, isClosedSaid, disabled, onToggle }: JoiningProps) {
  const { question, toggle } = allWords[mode]
  if (provider.signUp === 'closed') {
    return isClosedSaid ? null : <p className="text-muted">{sentenceOf('sign_up_closed')}</p>
  }
  if (mode === 'sign-in') {
    return (
      <>
        <Divider>{question}</Divider>
        <Button kind="secondary" disabled={disabled} onClick={onToggle}>
          {toggle}
        </Button>
      </>
    )
  }
  return (
    <p className="text-muted">
      {question}{' '}
      <TextButton disabled={disabled} onClick={onToggle}>
        {toggle}
      </TextButton>
    </p>
  )
}

/** The most domains that are joined with 'or'; more of them follow 'one of'. */
const domainsMax = 3

function hintFor(domains: readonly string[]): string | undefined {
  if (domains.length === 0) return undefined
  const names =
    domains.length > domainsMax
      ? `one of: ${domains.join(', ')}`
      : domains.join(', ').replace(/, ([^,]*)$/, ' or $1')
  return `Use your email address at ${names}`
}

const allWords = {
  'sign-in': {
    submit: 'Sign In',
    google: 'Sign in with Google',
    failure: 'Failed to sign in: ',
    question: 'New here?',
    toggle: 'Create an account',
  },
  'sign-up': {
    submit: 'Sign Up',
    google: 'Sign up with Google',
    failure: 'Failed to create account: ',
    question: 'Already have an account?',
    toggle: 'Sign in instead',
  },
}
