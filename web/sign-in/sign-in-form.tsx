// Signing in and signing up, with a password or with Google.
import { loadFirstPage } from '../pages.ts'
import { useSession } from '../session.tsx'
import { useAttempt } from './attempt.ts'
import { EmailField } from './field.tsx'
import { Form, typedIn } from './form.tsx'
import { Google } from './google.tsx'
import { PasswordFields } from './password-fields.tsx'
import { TextButton } from './text-button.tsx'

export type Mode = 'sign-in' | 'sign-up'

interface SignInFormProps {
  readonly mode: Mode
  readonly email: string
  readonly onForgot: (email: string) => void
  readonly onToggle: () => void
}

export function SignInForm({ mode, email, onForgot, onToggle }: SignInFormProps) {
  const { identity } = useSession()
  const attempt = useAttempt()
  const { form, busy, run } = attempt
  const isNew = mode === 'sign-up'
  const words = allWords[mode]
  const sign = isNew ? identity.signUp : identity.signIn
  const enter = (button: string, failure: string, work: () => Promise<void>): void => {
    loadFirstPage()
    void run(button, failure, work)
  }
  const askGoogle = (): void =>
    enter('google', 'Failed to sign in with Google: ', identity.signInWithGoogle)
  return (
    <Form
      attempt={attempt}
      label={words.submit}
      onSubmit={(typed) =>
        enter('go', words.failure, () => sign(typed('email'), typed('password')))
      }
      below={
        <>
          <Google busy={busy} label={words.google} onClick={askGoogle} />
          <p className="text-muted">
            {words.question}{' '}
            <TextButton disabled={busy !== null} onClick={onToggle}>
              {words.toggle}
            </TextButton>
          </p>
        </>
      }
    >
      <EmailField attempt={attempt} email={email} />
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
