// The front page: the way in, and what there is to find behind it.
import { useEffect, useState } from 'react'

import { useLocation } from '../router.tsx'
import { rewriteEntry } from '../browser-router.tsx'
import { noticeIn, returnTo } from '../visit.ts'
import { ForgotForm, letterSent } from './forgot-form.tsx'
import { typedIn } from './form.tsx'
import { Frame } from './frame.tsx'
import { SignInForm, type Mode } from './sign-in-form.tsx'
import { TextButton } from './text-button.tsx'

interface Panel {
  readonly name: Mode | 'forgot' | 'sent'
  /** What has been typed so far. */
  readonly email: string
}

const firstPanel: Panel = { name: 'sign-in', email: '' }

export default function SignInPage() {
  const [panel, setPanel] = useState(firstPanel)
  const { state } = useLocation()
  const notice = noticeIn(state)
  const { name, email } = panel
  const show = (next: Panel['name'], typed = ''): void => setPanel({ name: next, email: typed })

  // It is news once; the app's own location still has it.
  useEffect(() => {
    if (notice) rewriteEntry({ from: returnTo(state) })
  }, [notice, state])

  const back = (
    <TextButton
      className="self-start"
      onClick={({ currentTarget: { form } }) =>
        show('sign-in', form ? typedIn(form)('email') : email)
      }
    >
      Back to sign in
    </TextButton>
  )
  return (
    <Frame {...(notice && panel === firstPanel && { notice: notices[notice] })} {...frames[name]}>
      {name === 'sent' ? (
        back
      ) : name === 'forgot' ? (
        <ForgotForm email={email} below={back} onSent={(to) => show('sent', to)} />
      ) : (
        <SignInForm
          key={name}
          mode={name}
          email={email}
          onForgot={(typed) => show('forgot', typed)}
          onToggle={() => show(name === 'sign-in' ? 'sign-up' : 'sign-in')}
        />
      )}
    </Frame>
  )
}

const frames = {
  'sign-in': {
    title: 'Sign In',
    heading: 'Welcome back',
    sentence: 'Sign in to see how your portfolio did today.',
  },
  'sign-up': {
    title: 'Sign Up',
    heading: 'Create your account',
    sentence: 'Start with $10,000 in virtual cash.',
  },
  forgot: {
    title: 'Forgot Password',
    heading: 'Forgot your password?',
    sentence: 'Tell us your e-mail, and we will send you a link to choose a new one.',
  },
  sent: letterSent,
}

const notices = {
  'signed-out': {
    tone: 'info',
    children: 'You have been signed out. Please sign in again.',
  },
  'password-changed': {
    tone: 'success',
    children: 'Your password was changed. Please sign in.',
  },
} as const
