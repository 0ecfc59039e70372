// The page behind the link of a reset email: a new password, or a new link where this one has expired.
import { useEffect, useState } from 'react'

import { paths } from '../browser/paths.ts'
import { Redirect, useLocation, useNavigate } from '../browser/router.tsx'
import { hideToken, tokenIn } from '../session/link-token.ts'
import { type LoginState } from '../session/login-state.ts'
import { useAttempt } from './attempt.ts'
import { ForgotForm, messageSent } from './forgot-form.tsx'
import { Form } from './form.tsx'
import { Frame, WayOn } from './frame.tsx'
import { PasswordFields } from './fields.tsx'
import { useProvider, useSession } from '../session/session.tsx'

export default function ResetPasswordPage() {
  const { hash, search, state } = useLocation()
  const token = valueIn(hash.slice(1), 'token') ?? valueIn(search, 'oobCode') ?? tokenIn(state)
  return <ResetPassword key={token} token={token} />
}

/** Reads the token: our emails have it in the hash, which no server sees; Firebase's have it in the query. */
const valueIn = (text: string, name: string): string | null => new URLSearchParams(text).get(name)

function ResetPassword({ token }: { token: string }) {
  const { identity } = useSession()
  const provider = useProvider()
  const navigate = useNavigate()
  const attempt = useAttempt()
  const [sent, setSent] = useState(false)
  const expired = attempt.failure?.code === 'expired_link' ? attempt.failure.words : null

  useEffect(() => hideToken(token), [token])

  const change = async (password: string): Promise<void> => {
    const work = (): Promise<void> => identity.confirmPasswordReset(token, password)
    if (!(await attempt.run('go', '', work))) return
    if (identity.getState().kind === 'signed-in') void identity.signOut()
    navigate(paths.login, {
      replace: true,
      state: { notice: 'password-changed' } satisfies LoginState,
    })
  }
  // With another issuer there are no passwords on this server.
  if (provider?.kind === 'oidc') return <Redirect to={paths.login} />
  if (sent) return <Frame {...messageSent}>{back}</Frame>
  if (token === '' || expired !== null) {
    return (
      <Frame {...askAgain} notice={{ tone: 'error', children: expired ?? noToken }}>
        <ForgotForm below={back} onSent={() => setSent(true)} />
      </Frame>
    )
  }
  return (
    <Frame {...choose}>
      <Form
        attempt={attempt}
        label="Change password"
        onSubmit={(typed) => void change(typed('password'))}
      >
        <PasswordFields attempt={attempt} label="New password" isNew />
      </Form>
    </Frame>
  )
}

const choose = {
  title: 'Choose a New Password',
  heading: 'Choose a new password',
  sentence: "You'll be signed out everywhere. Then sign in with your new password.",
}

const askAgain = {
  title: 'Forgot Password',
  heading: 'Ask for a new link',
  sentence: "Enter your email and we'll send you a link to choose a new password.",
}

const noToken = 'This page needs the link from your email. Ask for a new one here.'

const back = <WayOn to={paths.login}>Back to sign in</WayOn>
