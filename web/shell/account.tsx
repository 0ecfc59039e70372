// Who is signed in, and the way out; on a phone a row of its own under the logo.
import { useSession } from '../session.tsx'
import { Icon } from '../ui/icons.tsx'

export function Account() {
  const { identity, state } = useSession()
  if (state.kind !== 'signed-in') return null
  return (
    <div className="flex min-w-0 items-center justify-between gap-3 max-md:order-last max-md:col-span-2 md:gap-4">
      <span title={state.email ?? undefined} className="min-w-0 truncate text-muted md:max-w-56">
        {state.email}
      </span>
      <button
        type="button"
        onClick={() => void identity.signOut()}
        className="flex min-h-10 shrink-0 items-center gap-2 rounded-control border border-line px-3.5 text-14 font-medium transition-colors duration-100 hover:bg-sunken max-md:-mr-3.5 max-md:border-transparent"
      >
        <Icon name="leave" className="size-4" />
        Logout
      </button>
    </div>
  )
}
