// The Google sign-in: a divider, and the button with Google's logo.
import type { Provider } from '../session/session-store.ts'
import { sentenceOf } from '../session/identity-error.ts'
import { Button } from '../ui/button.tsx'
import { Tip } from '../ui/tip.tsx'

interface GoogleProps {
  readonly busy: string | null
  readonly label: string
  /** Whether Google is set up; without it the button has a tooltip that says so. */
  readonly provider: Provider
  readonly onClick: () => void
}

export function Google({ busy, label, provider, onClick }: GoogleProps) {
  const isSetUp = provider.kind !== 'embedded' || provider.google
  const button = (describedBy?: string) => (
    <Button
      kind="secondary"
      name="google"
      disabled={busy !== null}
      aria-describedby={describedBy}
      onClick={onClick}
      className="w-full"
    >
      <svg aria-hidden="true" viewBox="0 0 48 48" className="size-[1.125rem]">
        {mark.map(([color, path]) => (
          <path key={color} fill={color} d={path} />
        ))}
      </svg>
      {busy === 'google' ? 'Signing in...' : label}
    </Button>
  )
  return (
    <>
      <Divider>or</Divider>
      {isSetUp ? (
        button()
      ) : (
        <Tip words={sentenceOf('google_not_set_up')} className="flex">
          {button}
        </Tip>
      )}
    </>
  )
}

/** A horizontal line with words in its middle. */
export const Divider = ({ children }: { children: string }) => (
  <p className="flex items-center gap-3 text-12 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
    {children}
  </p>
)

const mark = [
  [
    '#4285f4',
    'M47 24.5c0-1.6-.1-3.1-.4-4.5H24v9h12.9a11 11 0 0 1-4.8 7.2v6h7.7C44.3 38 47 31.9 47 24.5z',
  ],
  [
    '#34a853',
    'M24 48c6.5 0 11.9-2.1 15.9-5.8l-7.8-6A14.3 14.3 0 0 1 10.7 28.7H2.7v6.2A24 24 0 0 0 24 48z',
  ],
  ['#fbbc05', 'M10.7 28.5a14.4 14.4 0 0 1 0-9.1v-6.2h-8a24 24 0 0 0 0 21.5z'],
  [
    '#ea4335',
    'M24 9.5c3.5 0 6.7 1.2 9.2 3.6l6.8-6.8A24 24 0 0 0 2.7 13.2l8 6.2A14.3 14.3 0 0 1 24 9.5z',
  ],
] as const
