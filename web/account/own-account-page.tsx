// The page to change password or email. Each change needs the current password.
import * as identityCalls from '@tengrand/contract/identity.ts'
import { useEffect, useRef, useState, type ReactNode } from 'react'

import { call } from '../api/client.ts'
import { useChangeEmail, useOwnAccount, explainProblem } from './own-account.ts'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeading } from '../ui/page-heading.tsx'
import { QueryView, viewOf } from '../ui/query-view.tsx'
import { useProvider, useSession } from '../session/session.tsx'
import { useAttempt } from '../sign-in/attempt.ts'
import { Field, PasswordFields } from '../sign-in/fields.tsx'
import { Form } from '../sign-in/form.tsx'

export default function OwnAccountPage() {
  return (
    <>
      <PageHeading />
      <p className="mt-1 max-w-prose text-15 text-muted">
        Change your password or email here. You'll be signed out on other devices.
      </p>
      <div className="mt-5">
        <Content />
      </div>
    </>
  )
}

function Content() {
  const own = useOwnAccount()
  const provider = useProvider()
  const { data } = own
  const isElsewhere = provider !== null && provider.kind !== 'embedded'
  if (isElsewhere || data?.hasPassword === false) {
    return (
      <Notice tone="info">
        You have no password here. Change your email address and password where you sign in.
      </Notice>
    )
  }
  if (data) {
    return (
      <Cards>
        <PasswordCard email={data.email} />
        <EmailCard email={data.email} pending={data.pendingEmail} />
      </Cards>
    )
  }
  const view = viewOf(own, say)
  if (view.state === 'loading') return <Loading />
  return (
    <Card>
      <QueryView view={view} loading="">
        {() => null}
      </QueryView>
    </Card>
  )
}

const say = { error: ({ message }: Error) => message }

const Cards = ({ children }: { children: ReactNode }) => (
  <div className="grid items-start gap-5 lg:grid-cols-2">{children}</div>
)

/** A placeholder as high as the forms, so that nothing moves when they replace it. */
function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading...
      </p>
      <Cards>
        <Card>
          <div aria-hidden="true" className="skeleton h-99" />
        </Card>
        <Card>
          <div aria-hidden="true" className="skeleton h-87.5 md:h-82.5" />
        </Card>
      </Cards>
    </>
  )
}

/** Takes the focus after a change, because the pressed button is gone with its form. */
function Focused({ changes, children }: { changes: number; children: ReactNode }) {
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (changes > 0) words.current?.focus()
  }, [changes])
  return (
    <div ref={words} tabIndex={-1} className="mb-4 outline-none">
      {children}
    </div>
  )
}

/** Each success mounts a new, empty form. */
function PasswordCard({ email }: { email: string }) {
  const [changes, setChanges] = useState(0)
  return (
    <Card title="Change password">
      {changes > 0 && (
        <Focused changes={changes}>
          <Notice tone="success">
            Your password was changed. You're signed out on other devices.
          </Notice>
        </Focused>
      )}
      <PasswordForm key={changes} email={email} onDone={() => setChanges(changes + 1)} />
    </Card>
  )
}

function PasswordForm({ email, onDone }: { email: string; onDone: () => void }) {
  const { identity } = useSession()
  const attempt = useAttempt(null, explainProblem)
  const change = async (current: string, next: string): Promise<void> => {
    const isChanged = await attempt.run('go', '', async () => {
      const body = { password: current, newPassword: next }
      await call(identityCalls.changePassword, { body })
    })
    if (!isChanged) return
    onDone()
    // The change replaced the session, and the old token with it.
    await identity.getToken({ forceRefresh: true })
  }
  return (
    <Form
      attempt={attempt}
      label="Change password"
      onSubmit={(typed) => void change(typed('current'), typed('password'))}
    >
      {/* Tells password managers which account it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordFields attempt={attempt} label="Current password" name="current" />
      <PasswordFields attempt={attempt} label="New password" isNew />
    </Form>
  )
}

function EmailCard({ email, pending }: { email: string; pending: string | null }) {
  const [changes, setChanges] = useState(0)
  return (
    <Card title="Change email">
      <p className="mb-4 wrap-anywhere text-muted">
        Your email address is <span className="text-ink">{email}</span>.
      </p>
      {pending !== null && (
        <Focused changes={changes}>
          <Notice tone="info">
            <span className="wrap-anywhere">Confirm at {pending}.</span> Open the link in our email
            within 24 hours. Nothing changes until then.
          </Notice>
        </Focused>
      )}
      <EmailForm key={changes} onDone={() => setChanges(changes + 1)} />
    </Card>
  )
}

function EmailForm({ onDone }: { onDone: () => void }) {
  const changeEmail = useChangeEmail()
  const attempt = useAttempt(null, explainProblem)
  const change = async (email: string, password: string): Promise<void> => {
    if (await attempt.run('go', '', () => changeEmail(email, password))) onDone()
  }
  return (
    <Form
      attempt={attempt}
      label="Send email"
      onSubmit={(typed) => void change(typed('email'), typed('current'))}
    >
      <Field
        attempt={attempt}
        label="New email"
        name="email"
        type="email"
        autoComplete="email"
        hint="We'll send a link there and let your current address know."
      />
      <PasswordFields attempt={attempt} label="Current password" name="current" />
    </Form>
  )
}
