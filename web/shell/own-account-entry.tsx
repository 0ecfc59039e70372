// The way to the password and the email, for those who sign in with a password of this server, and what waits there.
import { Link } from '../link.tsx'
import { useOwnAccount } from '../own-account.ts'

export function OwnAccountEntry() {
  const { data, isLoading } = useOwnAccount()
  // What stands below shall not move under a hand that is about to press it.
  if (isLoading) return <div className="h-6" />
  if (data?.hasPassword !== true) return null
  return (
    <div>
      <Link
        to="/account"
        className="-my-2 inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline"
      >
        Change password or email
      </Link>
      {data.pendingEmail !== null && (
        <p className="mt-1 text-12 wrap-anywhere text-muted">
          New email: confirm at {data.pendingEmail}
        </p>
      )}
    </div>
  )
}
