// The page of the Pro waitlist on servers without an external form: the form, and the confirmation after it.
import { useMutation } from '@tanstack/react-query'
import * as waitlistCalls from '@tengrand/contract/waitlist.ts'
import { useId, useRef, useState, type SubmitEvent } from 'react'

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
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: (email: string) => call(waitlistCalls.joinWaitlist, { body: { email } }),
    onSuccess: onJoined,
    onError: () => input.current?.focus(),
  })
  const { state } = useSession()
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    if (!isPending) mutate(input.current?.value ?? '')
  }
  return (
    <form onSubmit={submit} className="mt-6 flex flex-col gap-4">
      <div>
        <label htmlFor={id} className="text-14 font-medium">
          Email
        </label>
        <input
          ref={input}
          id={id}
          type="email"
          required
          maxLength={charactersMax}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={(state.kind === 'signed-in' && state.email) || ''}
          onChange={error ? reset : undefined}
          aria-invalid={error instanceof ApiProblem && error.code === 'invalid_email'}
          aria-describedby={error ? `${id}problem` : undefined}
          className="mt-1.5 h-11 w-full rounded-control border border-control bg-surface px-3.5 text-16 aria-[invalid=true]:border-loss"
        />
      </div>
      {error && (
        <Notice tone="error" id={`${id}problem`}>
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
    </form>
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
