// The way to the password and the email, for those who sign in with a password of this server, and what waits there.
import { Link } from '../link.tsx'
import { useOwnAccount } from '../own-account.ts'

export function OwnAccountEntry() {
  const { data, isPending, fetchStatus } = useOwnAccount()
  // Another provider signs people in, and nobody is asked.
  if (isPending && fetchStatus === 'idle') return null
  return (
    // As high before the answer as after it: what stands below shall not move under a hand that is about to press it.
    <div className="min-h-6">
      {data?.hasPassword === false && <p className="text-muted">You sign in with Google.</p>}
      {data?.hasPassword === true && (
        <Link
          to="/account"
          className="-my-2 inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline"
        >
          Change password or email
        </Link>
      )}
      {data?.pendingEmail && (
        <p className="mt-1 text-12 wrap-anywhere text-muted">
          New email: confirm at {data.pendingEmail}
        </p>
      )}
    </div>
  )
}
