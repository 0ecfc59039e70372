// Who is signed in, the menu of their account, and the way out; on a phone the email stands under the name of the product.
import { useSession } from '../session/session.tsx'
import { Icon } from '../ui/icons.tsx'
import { AccountMenu } from './account-menu.tsx'

export function Account() {
  const { identity, state } = useSession()
  if (state.kind !== 'signed-in') return null
  const { email } = state
  return (
    <>
      {email !== null && (
        <span
          title={email}
          className="min-w-0 truncate text-muted max-md:col-start-2 max-md:row-start-1 max-md:mb-0.5 max-md:self-end max-md:text-11 max-[22.4rem]:hidden md:max-w-32 lg:max-w-56"
        >
          {email}
        </span>
      )}
      <div className="flex shrink-0 items-center gap-2 max-md:relative max-md:col-start-4 max-md:row-start-1 max-md:-mr-2.5 max-md:ml-1 max-md:gap-0">
        <AccountMenu email={email} />
        <button
          type="button"
          onClick={() => void identity.signOut()}
          className="flex min-h-10 min-w-10 items-center justify-center gap-2 rounded-control border border-line text-14 font-medium transition-colors duration-100 hover:bg-sunken max-md:border-transparent max-md:text-muted lg:px-3.5"
        >
          <Icon name="leave" className="size-4 max-md:size-5" />
          <span className="max-lg:sr-only">Logout</span>
        </button>
      </div>
    </>
  )
}
