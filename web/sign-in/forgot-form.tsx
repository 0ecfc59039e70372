// The form that requests a password reset. The response is the same for every email, so that it reveals no accounts.
import type { ReactNode } from 'react'

import { useSession } from '../session/session.tsx'
import { useAttempt } from './attempt.ts'
import { EmailField } from './fields.tsx'
import { Form } from './form.tsx'

interface ForgotFormProps {
  readonly email?: string
  readonly below: ReactNode
  readonly onSent: (email: string) => void
}

export function ForgotForm({ email = '', below, onSent }: ForgotFormProps) {
  const { identity } = useSession()
  const attempt = useAttempt()
  const send = async (to: string): Promise<void> => {
    const sent = await attempt.run('go', '', () => identity.sendPasswordReset(to))
    // Skipped when the visitor has gone back to another form meanwhile.
    if (sent && attempt.form.current) onSent(to)
  }
  return (
    <Form
      attempt={attempt}
      label="Send link"
      onSubmit={(typed) => void send(typed('email'))}
      below={below}
    >
      <EmailField attempt={attempt} email={email} />
    </Form>
  )
}

/** The props of the page's `Frame` after the request was sent. */
export const messageSent = {
  title: 'Check Your Email',
  heading: 'Check your email',
  notice: {
    tone: 'success',
    children:
      "If you have an account with this email, we've sent you a link. It can take a minute. Check your spam folder too.",
  },
} as const
