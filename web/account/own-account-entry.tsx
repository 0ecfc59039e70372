// The way to the password and the email, for those who sign in with a password of this server, and what waits there.
import { Link } from '../browser/link.tsx'
import { useOwnAccount } from './own-account.ts'
import { paths } from '../browser/paths.ts'
import { useProvider } from '../session/session.tsx'

export function OwnAccountEntry() {
  const provider = useProvider()
  const { data, error } = useOwnAccount()
  if (provider !== null && provider.kind !== 'embedded') return null
  return (
    // As high before the answer as after it: what stands below shall not move under a hand that is about to press it.
    <div className="min-h-6">
      {data?.hasPassword === false && <p className="text-muted">You sign in with Google.</p>}
      {/* Its page says what is wrong where nothing is known. */}
      {(data?.hasPassword ?? error !== null) && (
        <Link
          to={paths.account}
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
