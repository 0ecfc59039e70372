// What belongs to the learner and to this browser: the name that others see, the way to what explains their result, the way
// to sign in, the ways to start over and to have their data, the theme, and the key of the search.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { DisplayName } from './display-name.tsx'
import { OwnAccountEntry } from './own-account-entry.tsx'
import { OwnData } from './own-data.tsx'
import { switchSearchKey, useSearchKey } from '../market/search-key.ts'
import { StartOver } from '../portfolio/start-over.tsx'
import { ThemeChoice } from './theme-choice.tsx'

export function AccountPanel({ email }: { email: string | null }) {
  return (
    <>
      {email !== null && (
        <div>
          <p className="text-12 text-muted">Signed in as</p>
          <p className="wrap-anywhere">{email}</p>
        </div>
      )}
      <DisplayName />
      <Link
        to={paths.insights}
        className="-my-2 inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline"
      >
        Your result
      </Link>
      <OwnAccountEntry />
      <StartOver />
      <OwnData />
      <div>
        <p aria-hidden="true" className="mb-1.5 text-12 text-muted">
          Theme
        </p>
        <ThemeChoice />
      </div>
      <SearchKeyChoice />
    </>
  )
}

/** Of no use where there are no keys. */
function SearchKeyChoice() {
  const on = useSearchKey()
  return (
    <label className="flex items-center gap-2.5 text-12 text-muted max-md:hidden">
      <input
        type="checkbox"
        checked={on}
        onChange={() => switchSearchKey(!on)}
        className="size-4 accent-accent"
      />
      The / key leads to the search
    </label>
  )
}
