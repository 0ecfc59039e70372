// The page behind the link of a confirmation email. A button confirms, because mail scanners open links.
import type { Answer } from '@tengrand/contract/call.ts'
import * as identityCalls from '@tengrand/contract/identity.ts'
import { useEffect, useState, type ComponentProps } from 'react'

import { call } from '../api/client.ts'
import { Link } from '../browser/link.tsx'
import { explainProblem } from './own-account.ts'
import { paths } from '../browser/paths.ts'
import { useLocation } from '../browser/router.tsx'
import { useSession } from '../session/session.tsx'
import { hideToken, tokenIn } from '../session/link-token.ts'
import { useAttempt } from '../sign-in/attempt.ts'
import { Form } from '../sign-in/form.tsx'
import { Frame, WayOn } from '../sign-in/frame.tsx'

export default function ConfirmEmailPage() {
  const { hash, state } = useLocation()
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? tokenIn(state)
  return <ConfirmEmail key={token} token={token} />
}

type Confirmed = Answer<typeof identityCalls.confirmEmail>

function ConfirmEmail({ token }: { token: string }) {
  const { identity } = useSession()
  const attempt = useAttempt(null, explainProblem)
  const [confirmed, setConfirmed] = useState<Confirmed | null>(null)

  useEffect(() => hideToken(token), [token])

  const confirm = (): void =>
    void attempt.run('go', '', async () => {
      const answer = await call(identityCalls.confirmEmail, { body: { token } })
      setConfirmed(answer)
      // The header shows the email in the token, so a changed email needs a fresh one.
      if (answer.isChanged) await identity.getToken({ forceRefresh: true })
    })
  const end = confirmed ? doneWith(confirmed) : attempt.failure?.code === 'expired_link' && expired
  if (end) return <Frame {...end}>{goOn}</Frame>
  if (token === '') return <Frame {...noToken}>{goOn}</Frame>
  return (
    <Frame {...ask} sentence="Press the button to confirm that this email address is yours.">
      <Form
        attempt={attempt}
        label="Confirm email address"
        busyLabel="Confirming..."
        onSubmit={confirm}
        below={goOn}
      />
    </Frame>
  )
}

type FrameProps = Omit<ComponentProps<typeof Frame>, 'children'>

const ask = { title: 'Confirm Email', heading: 'Confirm your email' }

const doneWith = ({ email, isChanged }: Confirmed): FrameProps => ({
  title: 'Email Confirmed',
  heading: 'Your email is confirmed',
  notice: {
    tone: 'success',
    children: isChanged
      ? `From now on, sign in with ${email}. You're signed out everywhere except where you asked for the change.`
      : `${email} is confirmed. Make a trade to join the next ranking.`,
  },
})

const another = (
  <>
    Need a new one? Get it on the{' '}
    <Link to={paths.leaderboard} className="font-medium underline">
      leaderboard
    </Link>
    , or under{' '}
    <Link to={paths.account} className="font-medium underline">
      Password and Email
    </Link>{' '}
    if you changed your address.
  </>
)
const noToken: FrameProps = {
  ...ask,
  notice: { tone: 'error', children: <>This page needs the link from your email. {another}</> },
}
const expired: FrameProps = {
  title: 'Link Expired',
  heading: 'This link no longer works',
  notice: { tone: 'error', children: <>This link has expired or was already used. {another}</> },
}

const goOn = <WayOn to={paths.front}>Go to Tengrand</WayOn>
