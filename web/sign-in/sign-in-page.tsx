// The sign-in page: sign-in, sign-up and forgot-password panels, or the button of another issuer.
import { openStartingWords } from '@tengrand/core/contest.ts'
import { useEffect, useState } from 'react'

import { rewriteEntry } from '../browser/browser-router.tsx'
import { paths } from '../browser/paths.ts'
import { isPrerenderedShown } from '../ui/prerendered-sign-in.ts'
import { assumedProvider, type Provider } from '../session/session-store.ts'
import { sentenceOf } from '../session/identity-error.ts'
import { useLocation } from '../browser/router.tsx'
import { hasVisited, noticeIn, returnTo } from '../session/login-state.ts'
import { ForgotForm, messageSent } from './forgot-form.tsx'
import { typedIn } from '../ui/typed-form.tsx'
import { TextButton } from './form.tsx'
import { Frame, WayOn } from './frame.tsx'
import { Issuer } from './issuer.tsx'
import { SignInForm, type Mode, type SignInFormProps } from './sign-in-form.tsx'
import { useProvider } from '../session/session.tsx'

interface Panel {
  readonly name: Mode | 'forgot' | 'sent'
  /** The email typed so far. */
  readonly email: string
}

const firstPanel: Panel = { name: 'sign-in', email: '' }

export default function SignInPage({ preload }: Pick<PasswordPanelProps, 'preload'>) {
  const provider = useProvider()
  const [panel, setPanel] = useState(firstPanel)
  const offered = provider ?? assumedProvider
  const name = isOffered(panel.name, offered) ? panel.name : 'sign-in'
  const flash = useFlashNotice()
  const notice = panel === firstPanel ? flash.notice : undefined
  const [isFirstVisit] = useState(() => !hasVisited())
  const frame = isFirstVisit && name === 'sign-in' ? welcome : frames[name]
  // The prerendered screen is still shown.
  if (provider === null && isPrerenderedShown()) return null
  return (
    <Frame {...(notice && { notice: notices[notice] })} {...frame} isSettled={provider !== null}>
      {/* The server says which form it is; until then the usual one reserves the space. */}
      <div
        className="flex flex-col gap-4"
        style={{ visibility: provider === null ? 'hidden' : undefined }}
      >
        {offered.kind === 'oidc' ? (
          <Issuer name={offered.name} isClosed={offered.signUp === 'closed'} error={flash.error} />
        ) : (
          <PasswordPanel
            panel={{ ...panel, name }}
            provider={offered}
            isClosedSaid={notice === 'sign_up_closed'}
            preload={preload}
            onShow={(next, email = '') => setPanel({ name: next, email })}
          />
        )}
        {/* Keeps its place until the server says whether it has guests. */}
        {name === 'sign-in' && (
          <p className={`-mt-2 ${provider?.guests ? '' : 'invisible'}`}>
            <WayOn to={paths.joinByCode}>Join a lesson with a code</WayOn>
          </p>
        )}
      </div>
    </Frame>
  )
}

const isOffered = (name: Panel['name'], { kind, signUp }: Provider): boolean =>
  kind !== 'oidc' && (name !== 'sign-up' || signUp === 'open')

/** The notice or error of the location, removed from the history, so that a reload does not show it again. */
function useFlashNotice() {
  const { pathname, search, state } = useLocation()
  const notice = noticeIn(state)
  const error = new URLSearchParams(search).get('error')
  useEffect(() => {
    if (notice || error !== null) rewriteEntry({ from: returnTo(state) }, pathname)
  }, [notice, error, state, pathname])
  return { notice, error }
}

interface PasswordPanelProps extends Pick<
  SignInFormProps,
  'provider' | 'isClosedSaid' | 'preload'
> {
  readonly panel: Panel
  readonly onShow: (next: Panel['name'], email?: string) => void
}

function PasswordPanel({ panel: { name, email }, onShow, ...form }: PasswordPanelProps) {
  const back = (
    <TextButton
      className="self-start"
      onClick={({ currentTarget }) =>
        onShow('sign-in', currentTarget.form ? typedIn(currentTarget.form)('email') : email)
      }
    >
      Back to sign in
    </TextButton>
  )
  if (name === 'sent') return back
  if (name === 'forgot') {
    return <ForgotForm email={email} below={back} onSent={(to) => onShow('sent', to)} />
  }
  return (
    <SignInForm
      {...form}
      key={name}
      mode={name}
      email={email}
      onForgot={(typed) => onShow('forgot', typed)}
      onToggle={() => onShow(name === 'sign-in' ? 'sign-up' : 'sign-in')}
    />
  )
}

/** The frame of a first visit. */
const welcome = {
  title: 'Sign In',
  heading: 'Welcome to Tengrand',
  sentence: `Practice trading well-known stocks with ${openStartingWords} of virtual money. Nothing to pay, nothing to lose.`,
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
    sentence: `Start with ${openStartingWords} in virtual cash.`,
  },
  forgot: {
    title: 'Forgot Password',
    heading: 'Forgot your password?',
    sentence: "Enter your email and we'll send you a link to choose a new one.",
  },
  sent: messageSent,
}

const notices = {
  'signed-out': { tone: 'info', children: 'You have been signed out. Please sign in again.' },
  'password-changed': { tone: 'success', children: 'Your password was changed. Please sign in.' },
  sign_up_closed: { tone: 'error', children: sentenceOf('sign_up_closed') },
  domain_not_allowed: { tone: 'error', children: sentenceOf('domain_not_allowed') },
  account_locked: { tone: 'error', children: sentenceOf('account_locked') },
  account_deleted: { tone: 'success', children: 'Your account has been deleted.' },
} as const
