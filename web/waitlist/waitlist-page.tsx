// The page of the Pro waitlist on servers without an external form: the form, and the confirmation after it.
import { useMutation } from '@tanstack/react-query'
import * as waitlistCalls from '@tengrand/contract/waitlist.ts'
import { useId, useRef, useState } from 'react'

import { call } from '../api/client.ts'
import { ApiProblem } from '../api/problem.ts'
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { useConfig } from '../api/queries.ts'
import { Redirect } from '../browser/router.tsx'
import { useSession } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Notice } from '../ui/notice.tsx'
import { Arrival, PageHeading } from '../ui/page-heading.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TypedForm } from '../ui/typed-form.tsx'

export default function WaitlistPage() {
  const { data: config } = useConfig()
  const [isJoined, setJoined] = useState(false)
  // Another form is configured, so this page redirects to the Pro page, which links to it.
  if (config && config.proWaitlistUrl !== waitlistCalls.waitlistPath)
    return <Redirect to={paths.pro} />
  return (
    <div className="mx-auto max-w-md md:pt-6">
      <Card>{isJoined ? <Thanks /> : <Invitation onJoined={() => setJoined(true)} />}</Card>
    </div>
  )
}

function Invitation({ onJoined }: { onJoined: () => void }) {
  return (
    <>
      <PageHeading className={headingLook} />
      <p className="mt-2 text-15 text-pretty text-muted">
        Pro is planned as a subscription with AI-powered insights. Leave your email and we'll tell
        you when it opens.
      </p>
      <JoinForm onJoined={onJoined} />
      <p className="mt-4 text-12 text-muted">We'll only use your email for news about Pro.</p>
    </>
  )
}

/** The server validates the email and says why it refuses one. */
function JoinForm({ onJoined }: { onJoined: () => void }) {
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (email: string) => call(waitlistCalls.joinWaitlist, { body: { email } }),
    onSuccess: onJoined,
    onError: () => input.current?.focus(),
  })
  const { state } = useSession()
  return (
    <TypedForm
      isBusy={isPending}
      onSubmit={(typed) => mutate(typed('email'))}
      className="mt-6 flex flex-col gap-4"
    >
      <TextField
        ref={input}
        label="Email"
        name="email"
        type="email"
        maxLength={charactersMax}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={(state.kind === 'signed-in' && state.email) || ''}
        onChange={error ? reset : undefined}
        aria-invalid={error instanceof ApiProblem && error.code === 'invalid_email'}
        faultId={error ? problemId : undefined}
      />
      {error && (
        <Notice tone="error" id={problemId}>
          {error.message}
        </Notice>
      )}
      <Button
        type="submit"
        aria-disabled={isPending}
        className="aria-disabled:cursor-default aria-disabled:opacity-60"
      >
        {isPending ? 'Joining...' : 'Join the waitlist'}
      </Button>
    </TypedForm>
  )
}

const headingLook = 'text-24 font-semibold tracking-tight text-balance'
/** The longest email address. */
const charactersMax = 254

/** The heading takes the focus, because the pressed button is gone with the form. */
function Thanks() {
  return (
    <Arrival value="joined">
      <PageHeading title="You are on the list" className={headingLook}>
        You're on the list!
      </PageHeading>
      <p className="mt-2 text-15 text-pretty text-muted">
        Thank you. We'll email you when Pro opens. You can close this tab.
      </p>
      <p className="mt-2 -mb-2.5">
        <Link
          to={paths.dashboard}
          className="inline-flex min-h-10 items-center font-medium text-accent"
        >
          Go to the dashboard
        </Link>
      </p>
    </Arrival>
  )
}
