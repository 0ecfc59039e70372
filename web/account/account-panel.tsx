// The panel of the account menu: display name, links, restart, own data, theme, search key, and the end of the account.
import { Link } from '../browser/link.tsx'
import { paths } from '../browser/paths.ts'
import { DisplayName } from './display-name.tsx'
import { DeleteAccount, DownloadData } from './own-data.tsx'
import { switchSearchKey, useSearchKey } from '../market/search.tsx'
import { StartOver } from '../portfolio/start-over.tsx'
import { chooseTheme, useTheme, type Theme } from '../browser/theme.ts'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Ranges } from '../ui/ranges.tsx'
import { useOwnAccount } from './own-account.ts'
import { useProvider } from '../session/session.tsx'

export default function AccountPanel({ email }: { email: string | null }) {
  return (
    <>
      {email !== null && (
        <div>
          <p className="text-12 text-muted">Signed in as</p>
          <p className="wrap-anywhere">{email}</p>
        </div>
      )}
      <DisplayName />
      <div className="grid justify-items-start border-y border-line py-1">
        <Link to={paths.insights} className={entry}>
          Insights
        </Link>
        <Link to={paths.leagues} className={entry}>
          Leagues
        </Link>
        <OwnAccountEntry />
        <StartOver />
        <DownloadData />
      </div>
      <div>
        <p aria-hidden="true" className="mb-1.5 text-12 text-muted">
          Theme
        </p>
        <Ranges label="Theme" choices={choices} value={useTheme()} onChange={chooseTheme} />
      </div>
      <SearchKeyChoice />
      <div className="-mb-2 border-t border-line pt-1">
        <DeleteAccount />
      </div>
    </>
  )
}

const entry =
  'inline-flex min-h-10 items-center font-medium text-accent underline-offset-4 hover:underline'

/** Hidden on phones, which have no keyboard. */
function SearchKeyChoice() {
  const on = useSearchKey()
  return (
    <label className="flex min-h-6 items-center gap-2.5 text-12 text-muted max-md:hidden">
      <input
        type="checkbox"
        checked={on}
        onChange={() => switchSearchKey(!on)}
        className="size-4 accent-accent"
      />
      Press / to search
    </label>
  )
}

const choices = [
  { value: 'light', label: face('sun', 'Light') },
  { value: 'dark', label: face('moon', 'Dark') },
  { value: 'system', label: face('screen', 'System') },
] as const satisfies readonly { value: Theme; label: object }[]

function face(icon: IconName, word: string) {
  return (
    <>
      <Icon name={icon} className="size-4" />
      {word}
    </>
  )
}

/** The link to change password or email, and an unconfirmed new email; only for accounts of this server. */
function OwnAccountEntry() {
  const provider = useProvider()
  const { data, error } = useOwnAccount()
  if (provider !== null && provider.kind !== 'embedded') return null
  return (
    // The height is reserved before the response, so that the entries below do not move.
    <div className="min-h-10">
      {data?.hasPassword === false && (
        <p className="flex min-h-10 items-center text-muted">You sign in with Google.</p>
      )}
      {/* The link is shown after an error too, because its page explains the error. */}
      {(data?.hasPassword ?? error !== null) && (
        <Link to={paths.account} className={entry}>
          Change password or email
        </Link>
      )}
      {data?.pendingEmail && (
        <p className="mb-1.5 text-12 wrap-anywhere text-muted">
          To change your email, confirm at {data.pendingEmail}
        </p>
      )}
    </div>
  )
}
